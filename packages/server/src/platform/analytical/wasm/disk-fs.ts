import * as disk from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf } from "./errno.js";
import type { Attributes, EmscriptenFs, FsNode, FsStream, NodeOperations, StreamOperations } from "./emscripten.js";

const FROM_CURRENT = 1;
const FROM_END = 2;

export interface MountDisk {
  readonly directory: string;
  readonly mountPoint: string;
  readonly sync?: Sync;
}

type Sync = (file: number) => void;

/**
 * A directory of the disk inside the engine. Emscripten does nothing when the engine asks for fsync, so durability is
 * decided here: a file that was written is synced when it is closed, and a rename, by which the engine makes a part or
 * a table's definition valid, is on the disk before it returns, with every directory entry made before it.
 */
export function mountDisk(fs: EmscriptenFs, { directory, mountPoint, sync = disk.fsyncSync }: MountDisk): void {
  const node_ops = throwingErrno(fs, nodeOperations(fs, directory, sync));
  const stream_ops = throwingErrno(fs, streamOperations(directory, sync));
  const makeNode = fs.createNode.bind(fs);
  /** Operations are inherited: a new node gets the operations of its parent. */
  const root = (): FsNode =>
    Object.assign(makeNode(null, "/", disk.lstatSync(directory).mode, 0), { node_ops, stream_ops });
  fs.mkdirTree(mountPoint);
  fs.mount({ mount: root }, { root: directory }, mountPoint);
}

function nodeOperations(fs: EmscriptenFs, root: string, sync: Sync): NodeOperations {
  /** Directories with entries that are not on the disk yet. */
  const unsynced = new Set<string>();

  const add = (parent: FsNode, name: string, mode: number): FsNode => {
    const { node_ops, stream_ops } = parent;
    return Object.assign(fs.createNode(parent, name, mode, 0), { node_ops, stream_ops });
  };
  const added = (parent: FsNode, name: string): FsNode => {
    unsynced.add(pathOf(root, parent));
    return add(parent, name, disk.lstatSync(join(pathOf(root, parent), name)).mode);
  };
  const syncEntries = (): void => {
    for (const directory of unsynced) syncDirectory(directory, sync);
    unsynced.clear();
  };

  return {
    getattr: (node) => disk.lstatSync(pathOf(root, node)),
    setattr: (node, change) => changeFile(pathOf(root, node), node, change),
    lookup: (parent, name) => add(parent, name, disk.lstatSync(join(pathOf(root, parent), name)).mode),
    mknod(parent, name, mode) {
      const path = join(pathOf(root, parent), name);
      if (fs.isDir(mode)) disk.mkdirSync(path, { mode: 0o700 });
      else disk.closeSync(disk.openSync(path, "wx", 0o600));
      return added(parent, name);
    },
    rename(node, newParent, newName) {
      const [from, to] = [pathOf(root, node), join(pathOf(root, newParent), newName)];
      syncEntries();
      disk.renameSync(from, to);
      for (const directory of new Set([dirname(from), dirname(to)])) syncDirectory(directory, sync);
      forget(fs, newParent, newName);
      node.name = newName;
    },
    unlink: (parent, name) => disk.unlinkSync(join(pathOf(root, parent), name)),
    rmdir(parent, name) {
      const path = join(pathOf(root, parent), name);
      disk.rmdirSync(path);
      unsynced.delete(path);
    },
    readdir: (node) => [".", "..", ...disk.readdirSync(pathOf(root, node))],
    symlink(parent, name, target) {
      disk.symlinkSync(target, join(pathOf(root, parent), name));
      return added(parent, name);
    },
    readlink: (node) => disk.readlinkSync(pathOf(root, node)),
    statfs: (directory) => disk.statfsSync(directory),
  };
}

function streamOperations(root: string, sync: Sync): StreamOperations {
  return {
    open(stream) {
      stream.shared.file = disk.openSync(pathOf(root, stream.node), stream.isWrite ? "r+" : "r");
      stream.shared.users = 1;
    },
    dup({ shared }) {
      shared.users = (shared.users ?? 0) + 1;
    },
    close({ shared }) {
      shared.users = (shared.users ?? 0) - 1;
      if (shared.users > 0) return;
      try {
        if (shared.written) sync(fileOf(shared));
      } finally {
        disk.closeSync(fileOf(shared));
      }
    },
    getattr: ({ shared }) => disk.fstatSync(fileOf(shared)),
    setattr({ node, shared }, { mode, size }) {
      shared.written = true;
      if (size !== undefined) disk.ftruncateSync(fileOf(shared), size);
      if (mode !== undefined) node.mode = mode;
    },
    read: ({ shared }, memory, at, length, position) => disk.readSync(fileOf(shared), memory, at, length, position),
    write({ shared }, memory, at, length, position) {
      shared.written = true;
      return disk.writeSync(fileOf(shared), memory, at, length, position);
    },
    llseek({ position, shared }, offset, whence) {
      if (whence === FROM_CURRENT) return position + offset;
      return whence === FROM_END ? disk.fstatSync(fileOf(shared)).size + offset : offset;
    },
  };
}

function pathOf(root: string, node: FsNode): string {
  return node.parent === node ? root : join(pathOf(root, node.parent), node.name);
}

function fileOf({ file }: FsStream["shared"]): number {
  if (file === undefined) throw Object.assign(new Error("the stream is not open"), { code: "EBADF" });
  return file;
}

/** Who may read the data directory is Tackroom's business, not the engine's: its modes stay inside. */
function changeFile(path: string, node: FsNode, { mode, size, atime, mtime }: Attributes): void {
  if (size !== undefined) disk.truncateSync(path, size);
  if (mode !== undefined) node.mode = mode;
  if (atime !== undefined && mtime !== undefined) disk.utimesSync(path, new Date(atime), new Date(mtime));
}

/** Windows can neither open nor sync a directory. */
function syncDirectory(path: string, sync: Sync): void {
  if (process.platform === "win32") return;
  const directory = disk.openSync(path, "r");
  try {
    sync(directory);
  } finally {
    disk.closeSync(directory);
  }
}

/** The engine may have looked at what a rename replaces. */
function forget(fs: EmscriptenFs, parent: FsNode, name: string): void {
  try {
    fs.destroyNode(fs.lookupNode(parent, name));
  } catch (error) {
    if ((error as { errno?: unknown }).errno !== errnoOf("ENOENT")) throw error;
  }
}

/** The engine understands no other error: anything else would end it. */
function throwingErrno<Operations extends object>(fs: EmscriptenFs, operations: Operations): Operations {
  const guarded = Object.entries(operations).map(([name, work]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]): unknown => {
      try {
        return work(...args);
      } catch (error) {
        const { code } = error as { code?: unknown };
        throw typeof code === "string" ? new fs.ErrnoError(errnoOf(code)) : error;
      }
    },
  ]);
  return Object.fromEntries(guarded) as Operations;
}
