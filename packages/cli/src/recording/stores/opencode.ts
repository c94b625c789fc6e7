import { join } from "node:path";
import { querySqlite, quoted } from "./read-sqlite.js";
import {
  changedAtOf,
  isFields,
  namesIn,
  picked,
  xdgDataFolder,
  type Fields,
  type Ground,
  type SessionStore,
} from "./session-store.js";

/** Other release channels have a database of their own. */
const DATABASE = /^opencode(-.+)?\.db$/;

function databases(ground: Ground): string[] {
  const folder = join(xdgDataFolder(ground), "opencode");
  const named = ground.env["OPENCODE_DB"];
  const paths = named
    ? [named]
    : namesIn(folder)
        .filter((name) => DATABASE.test(name))
        .map((name) => join(folder, name));
  return paths.filter((path) => changedAtOf(path) !== undefined);
}

const parsed = (text: unknown): unknown => (typeof text === "string" ? (JSON.parse(text) as unknown) : text);

/** Its totals change with every message, and are the sum of them. */
const OF_A_SESSION = ["id", "project_id", "parent_id", "directory", "title", "version", "agent", "time_created"];

const rowOf = (row: string, { id, session_id, message_id, time_created, data }: Fields, more: Fields = {}): Fields => ({
  row,
  id,
  session_id,
  message_id,
  time_created,
  ...more,
  data: parsed(data),
});

/** `opencode.db`: one row per session, message and part; messages have the usage, parts what was said. */
export const opencode: SessionStore = {
  sessions: (ground) =>
    databases(ground).flatMap((source) =>
      querySqlite(source, "SELECT id, time_updated FROM session").map(({ id, time_updated: at }) => ({
        session: String(id),
        changedAt: Number(at),
        source,
      })),
    ),
  records({ source, session }) {
    const id = quoted(session);
    const sessions = querySqlite(source, `SELECT * FROM session WHERE id = ${id}`);
    const messages = querySqlite(source, `SELECT * FROM message WHERE session_id = ${id} ORDER BY time_created, id`);
    const parts = querySqlite(source, `SELECT * FROM part WHERE session_id = ${id} ORDER BY id`);
    const partsOf = new Map<unknown, Fields[]>();
    for (const part of parts) partsOf.set(part["message_id"], [...(partsOf.get(part["message_id"]) ?? []), part]);
    const said = messages.flatMap((message): Fields[] => {
      const data = parsed(message["data"]);
      // A part does not say whose words it has.
      const role = isFields(data) ? data["role"] : undefined;
      const ofMessage = (partsOf.get(message["id"]) ?? []).map((part) => rowOf("part", part, { role }));
      return [rowOf("message", message), ...ofMessage];
    });
    return [...sessions.map((row) => ({ row: "session", ...picked(row, OF_A_SESSION) })), ...said];
  },
  idOf: ({ row, id }) => `${String(row)} ${String(id)}`,
};
