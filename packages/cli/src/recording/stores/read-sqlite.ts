import { spawnSync } from "node:child_process";
import { isBuiltin } from "node:module";
import { type Fields, Unreadable } from "./session-store.js";

const MAX_BYTES = 512 * 1024 * 1024;
const TIME_LIMIT_MS = 60_000;

/** Node.js includes SQLite since 22.13. It runs in a separate process, because it prints an experimental warning. */
const READER = `
const { DatabaseSync } = require("node:sqlite");
const [path, ...queries] = process.argv.slice(1);
const database = new DatabaseSync(path, { readOnly: true });
const text = (value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value);
const rowOf = (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]));
process.stdout.write(JSON.stringify(queries.map((query) => database.prepare(query).all().map(rowOf))));
`;

/** A separator that cannot be a row, because the command prints each row as a line of JSON. */
const SEPARATOR = "-- next query";

/**
 * Runs all queries in one process and returns their rows, with blobs as text. The database is opened read-only, because its
 * program may be writing to it.
 */
export function querySqlite(path: string, queries: readonly string[]): Fields[][] {
  return isBuiltin("node:sqlite") ? askNode(path, queries) : askCommand(path, queries);
}

const limits = { encoding: "utf8", maxBuffer: MAX_BYTES, timeout: TIME_LIMIT_MS } as const;

function askNode(path: string, queries: readonly string[]): Fields[][] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", "-e", READER, path, ...queries],
    limits,
  );
  if (status !== 0) throw failed(path, stderr);
  return JSON.parse(stdout) as Fields[][];
}

function askCommand(path: string, queries: readonly string[]): Fields[][] {
  const input = queries.map((query) => `${query};\n.print '${SEPARATOR}'\n`).join("");
  const { error, status, stdout, stderr } = spawnSync("sqlite3", ["-readonly", "-bail", "-json", path], {
    ...limits,
    input,
  });
  if (error) {
    throw new Unreadable("stores sessions in SQLite, which requires Node.js 22.13 or later, or the sqlite3 command");
  }
  if (status !== 0) throw failed(path, stderr);
  const answers = stdout.split(`${SEPARATOR}\n`).slice(0, queries.length);
  return answers.map((answer) => (answer.trim() === "" ? [] : (JSON.parse(answer) as Fields[])));
}

function failed(path: string, stderr: string): Unreadable {
  const reason = /(?:Error: )(.*)/.exec(stderr)?.[1] ?? stderr.trim().split("\n").at(-1) ?? "";
  return new Unreadable(`stores sessions in ${path}, which cannot be read (${reason})`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Values for a query: `IN ${listed(…)}`. */
export const listed = (values: readonly string[]): string => `(${values.map(quoted).join(", ")})`;
