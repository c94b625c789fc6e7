import { existsSync, fstatSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mountDisk } from "./disk-fs.js";
import type { EmscriptenFs, FsNode, FsStream } from "./emscripten.js";

class ErrnoError extends Error {
  override readonly name = "ErrnoError";
  readonly errno: number;
  constructor(errno: number) {
    super(`errno ${errno}`);
    this.errno = errno;
  }
}

const ENOENT = 44;
const A_FILE = 0o100600;
const A_DIRECTORY = 0o040700;

let directory: string;
let root: FsNode;
let synced: string[];

/** What Emscripten does with a file system, without its cache of names: every look goes to the disk. */
function emscripten(): EmscriptenFs {
  return {
    ErrnoError,
    createNode(parent, name, mode) {
      const node = { name, mode } as FsNode;
      return Object.assign(node, { parent: parent ?? node });
    },
    lookupNode: (parent, name) => parent.node_ops.lookup(parent, name),
    destroyNode: () => undefined,
    isDir: (mode) => (mode & 0o170000) === 0o040000,
    mkdirTree: () => undefined,
    mount: (type) => (root = type.mount({})),
    writeFile: () => undefined,
  };
}

function openStream(node: FsNode): FsStream {
  const stream: FsStream = { node, isWrite: true, position: 0, shared: {} };
  node.stream_ops.open(stream);
  return stream;
}

function writeText(stream: FsStream, text: string): void {
  const bytes = new Int8Array(Buffer.from(text));
  stream.node.stream_ops.write(stream, bytes, 0, bytes.length, 0);
}

/** What is synced is known by its inode; names are those at the end of the test. */
const wasSynced = (...path: string[]): boolean => synced.includes(String(statSync(join(directory, ...path)).ino));

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "tack-disk-"));
  synced = [];
  const sync = (file: number): void => void synced.push(String(fstatSync(file).ino));
  mountDisk(emscripten(), { directory, mountPoint: "/analytical", sync });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("a file that was written is on the disk when it is closed, by the last who has it open", () => {
  const stream = openStream(root.node_ops.mknod(root, "data.bin", A_FILE));
  stream.node.stream_ops.dup(stream);
  writeText(stream, "rows");
  stream.node.stream_ops.close(stream);
  expect(wasSynced("data.bin")).toBe(false);
  stream.node.stream_ops.close(stream);
  expect(wasSynced("data.bin")).toBe(true);
  expect(readFileSync(join(directory, "data.bin"), "utf8")).toBe("rows");
});

test("a file that was only read is not synced", () => {
  writeFileSync(join(directory, "old.bin"), "old");
  const stream = openStream(root.node_ops.lookup(root, "old.bin"));
  const memory = new Int8Array(3);
  expect(stream.node.stream_ops.read(stream, memory, 0, 3, 0)).toBe(3);
  stream.node.stream_ops.close(stream);
  expect([Buffer.from(memory).toString(), synced]).toEqual(["old", []]);
});

test("a rename is on the disk with every entry made before it", () => {
  const part = root.node_ops.mknod(root, "tmp_insert", A_DIRECTORY);
  part.node_ops.mknod(part, "data.bin", A_FILE);
  const detached = root.node_ops.mknod(root, "detached", A_DIRECTORY);
  expect(synced).toEqual([]);
  root.node_ops.rename(part, detached, "all_1_1_0");
  expect([wasSynced("detached", "all_1_1_0"), wasSynced("detached"), wasSynced()]).toEqual([true, true, true]);
});

test("an error of the disk reaches the engine by its number", () => {
  expect(() => root.node_ops.lookup(root, "nothing")).toThrow(expect.objectContaining({ errno: ENOENT }));
  expect(existsSync(join(directory, "nothing"))).toBe(false);
});
