import { PGlite } from "@electric-sql/pglite";

/** Emscripten routes fsync to the file system but not fdatasync, PostgreSQL's default for the WAL. */
const DURABLE = ["fsync=on", "wal_sync_method=fsync"];

/** The default of 128 MB is touched at once and kept; the operating system caches the same files anyway. */
const SMALL = ["shared_buffers=32MB"];

export function startParams(): string[] {
  const settings = [...DURABLE, ...SMALL].flatMap((setting) => ["-c", setting]);
  // -F would turn fsync off again.
  return [...PGlite.defaultStartParams.filter((param) => param !== "-F"), ...settings];
}
