import { isInside } from "./sources.js";

export interface ZipEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const UNIX = 3;
/** 1980-01-01, the first day that the format knows, as its date field has it. */
const FIRST_DAY = (1 << 5) | 1;
const UTF8_NAME = 1 << 11;
const REGULAR_FILE = 0o100000;

/**
 * A zip of which every byte follows from its entries. Written here and not by a library, because digests of published
 * versions are over these bytes: an upgrade must not change them, nor a time zone, nor a path such as `10`, which as
 * the key of an object would come before all others.
 */
export function storedZip(entries: readonly ZipEntry[]): Uint8Array {
  const files = entries.map(withName).toSorted((a, b) => compareBytes(a.name, b.name));
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const header = localHeader(file);
    central.push(centralHeader(file, offset), file.name);
    local.push(header, file.name, file.bytes);
    offset += header.length + file.name.length + file.bytes.length;
  }
  const directorySize = central.reduce((sum, part) => sum + part.length, 0);
  return joined([...local, ...central, endOfDirectory(files.length, directorySize, offset)]);
}

interface NamedFile extends ZipEntry {
  readonly name: Uint8Array;
  readonly crc: number;
}

function withName(entry: ZipEntry): NamedFile {
  // Submissions are checked for this. An archive cannot be changed once it is published, so the check is repeated here.
  if (!isInside(entry.path)) throw new Error(`${JSON.stringify(entry.path)} leads out of the archive`);
  return { ...entry, name: new TextEncoder().encode(entry.path), crc: crc32(entry.bytes) };
}

function localHeader(file: NamedFile): Uint8Array {
  return numbers([4, LOCAL_HEADER], ...shared(file));
}

function centralHeader(file: NamedFile, offset: number): Uint8Array {
  const mode = REGULAR_FILE | (file.executable ? 0o755 : 0o644);
  return numbers(
    [4, CENTRAL_HEADER],
    [2, (UNIX << 8) | 20],
    ...shared(file),
    [2, 0], // no comment
    [2, 0], // on the first disk
    [2, 0],
    [4, mode * 0x1_0000],
    [4, offset],
  );
}

function shared({ name, path, bytes, crc }: NamedFile): Field[] {
  return [
    [2, 20],
    [2, name.length === path.length ? 0 : UTF8_NAME],
    [2, 0], // stored
    [2, 0], // midnight
    [2, FIRST_DAY],
    [4, crc],
    [4, bytes.length],
    [4, bytes.length],
    [2, name.length],
    [2, 0], // no extra fields
  ];
}

function endOfDirectory(count: number, size: number, offset: number): Uint8Array {
  return numbers([4, END_OF_DIRECTORY], [4, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
}

type Field = readonly [width: 2 | 4, value: number];

function numbers(...fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_none, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
