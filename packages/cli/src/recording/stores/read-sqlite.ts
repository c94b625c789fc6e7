import { spawnSync } from "node:child_process";
import { type Fields, Unreadable } from "./session-store.js";

const MOST_BYTES = 512 * 1024 * 1024;
const TIME_LIMIT_MS = 60_000;

/**
 * Node.js can read SQLite itself since 22.13, and unpack zstd since 22.15. In a process of its own, because it warns of an
 * experiment on the terminal of whoever loads it.
 */
const READER = `
const { DatabaseSync } = require("node:sqlite");
const { zstdDecompressSync } = require("node:zlib");
const [path, query] = process.argv.slice(1);
const rows = new DatabaseSync(path, { readOnly: true }).prepare(query).all();
for (const row of rows) {
  if (row.data_type !== "zstd") { if (row.data instanceof Uint8Array) row.data = Buffer.from(row.data).toString(); }
  else if (zstdDecompressSync) row.data = zstdDecompressSync(row.data).toString();
  else row.data = null;
}
process.stdout.write(JSON.stringify(rows));
`;

/** The rows of a query, blobs as text. The database is opened for reading only: its program may be writing to it. */
export function querySqlite(path: string, query: string): Fields[] {
  const limits = { encoding: "utf8", maxBuffer: MOST_BYTES, timeout: TIME_LIMIT_MS } as const;
  const byNode = spawnSync(process.execPath, ["--no-warnings", "-e", READER, path, query], limits);
  if (byNode.status === 0) return JSON.parse(byNode.stdout) as Fields[];
  if (!/No such built-in module|ERR_UNKNOWN_BUILTIN_MODULE/.test(byNode.stderr)) throw failed(path, byNode.stderr);
  const byCommand = spawnSync("sqlite3", ["-readonly", "-json", path, query], limits);
  if (byCommand.error) {
    throw new Unreadable(
      "keeps sessions in SQLite, which Node.js reads from 22.13 on, or the command sqlite3 where it is installed",
    );
  }
  if (byCommand.status !== 0) throw failed(path, byCommand.stderr);
  return byCommand.stdout.trim() === "" ? [] : (JSON.parse(byCommand.stdout) as Fields[]);
}

function failed(path: string, said: string): Unreadable {
  const reason = /(?:Error: )(.*)/.exec(said)?.[1] ?? said.trim().split("\n").at(-1) ?? "";
  return new Unreadable(`keeps sessions in ${path}, which cannot be read (${reason})`);
}

/** A value in a query. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
