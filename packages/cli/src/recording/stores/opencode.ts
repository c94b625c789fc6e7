import { listed, querySqlite } from "./read-sqlite.js";
import { groupedBy, isFields, picked, type Fields, type SessionStore } from "./session-store.js";

const parsed = (text: unknown): unknown => (typeof text === "string" ? (JSON.parse(text) as unknown) : text);

/** Totals that change with every message. */
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

/** Each message, followed by its parts, which do not name their author. */
function recordsIn(messages: readonly Fields[], partsOf: ReadonlyMap<string, readonly Fields[]>): Fields[] {
  return messages.flatMap((message): Fields[] => {
    const data = parsed(message["data"]);
    const role = isFields(data) ? data["role"] : undefined;
    const parts = partsOf.get(String(message["id"])) ?? [];
    return [rowOf("message", message), ...parts.map((part) => rowOf("part", part, { role }))];
  });
}

/** `opencode.db`: one row per session, message and part. Messages have the usage, parts the content. */
export const opencode: SessionStore = {
  sessions: (files) =>
    files.flatMap(({ path: source }) => {
      const [rows = []] = querySqlite(source, ["SELECT id, time_updated FROM session"]);
      return rows.map(({ id, time_updated: at }) => ({ session: String(id), changedAt: Number(at), source }));
    }),
  records(source, sessions) {
    const ids = listed(sessions.map(({ session }) => session));
    const [heads = [], messages = [], parts = []] = querySqlite(source, [
      `SELECT * FROM session WHERE id IN ${ids}`,
      `SELECT * FROM message WHERE session_id IN ${ids} ORDER BY time_created, id`,
      `SELECT * FROM part WHERE session_id IN ${ids} ORDER BY id`,
    ]);
    const messagesOf = groupedBy(messages, "session_id");
    const partsOf = groupedBy(parts, "message_id");
    return new Map(
      heads.map((head) => {
        const id = String(head["id"]);
        const records = recordsIn(messagesOf.get(id) ?? [], partsOf);
        return [id, [{ row: "session", ...picked(head, OF_A_SESSION) }, ...records]];
      }),
    );
  },
  idOf: ({ row, id }) => `${String(row)} ${String(id)}`,
};
