import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { digestOf } from "../digest.js";
import { storedZip, type ZipEntry } from "./stored-zip.js";

const entry = (path: string, text = path, executable = false): ZipEntry => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable,
});

const ENTRIES = [
  entry("scripts/run.sh", "#!/bin/sh\necho hi\n", true),
  entry("SKILL.md", "# Hi\n"),
  entry("10", "ten"),
  entry("9"),
  entry("größe.txt", "ß"),
  entry("__proto__"),
  entry("empty", ""),
];

/** Reads the central directory by hand, as the format's specification lays it out. */
function directoryOf(zip: Uint8Array) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < view.getUint16(end + 10, true); index += 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    files.push({
      name: new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength)),
      system: view.getUint8(at + 5),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      time: view.getUint16(at + 12, true),
      date: view.getUint16(at + 14, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      extra: view.getUint16(at + 30, true) + view.getUint16(local + 28, true),
      comment: view.getUint16(at + 32, true),
      mode: (view.getUint32(at + 38, true) >>> 16).toString(8),
      sameHeaders: Buffer.compare(zip.subarray(at + 6, at + 32), zip.subarray(local + 4, local + 30)) === 0,
    });
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

test("another reader finds every file", () => {
  const files = unzipSync(storedZip(ENTRIES.filter(({ path }) => path !== "__proto__")));
  expect(Object.keys(files).toSorted()).toEqual(["10", "9", "SKILL.md", "empty", "größe.txt", "scripts/run.sh"]);
  expect(new TextDecoder().decode(files["scripts/run.sh"])).toBe("#!/bin/sh\necho hi\n");
});

test("entries are in the byte order of their paths", () => {
  const paths = ["b", "a/b", "a", "a.txt", "10", "9", "\uFF5E", "\u{1F642}", "B"];
  const names = directoryOf(storedZip(paths.map((path) => entry(path)))).map(({ name }) => name);
  expect(names).toEqual(["10", "9", "B", "a", "a.txt", "a/b", "b", "\uFF5E", "\u{1F642}"]);
});

test("every field is fixed", () => {
  const fixed = { system: 3, method: 0, time: 0, date: 0x21, extra: 0, comment: 0, sameHeaders: true };
  for (const file of directoryOf(storedZip(ENTRIES))) {
    expect(file).toMatchObject({ ...fixed, packed: file.size, flags: file.name === "größe.txt" ? 0x800 : 0 });
    expect(file.mode).toBe(file.name === "scripts/run.sh" ? "100755" : "100644");
  }
});

test("the bytes never change, or published digests would no longer hold", () => {
  const digest = "sha256:848bec203904ce0673b02666e68b66a0f0f2377ea3abd9d2dac456e8a377e398";
  expect(digestOf(storedZip(ENTRIES))).toBe(digest);
  expect(digestOf(storedZip(ENTRIES.toReversed()))).toBe(digest);
});

test.each(["../x", "/etc/x", "a/../../x", "C:\\x"])("there is no archive with %s in it", (path) => {
  expect(() => storedZip([entry(path)])).toThrow("out of the archive");
});
