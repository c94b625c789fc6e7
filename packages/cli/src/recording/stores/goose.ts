import { listed, querySqlite } from "./read-sqlite.js";
import { groupedBy, type Fields, type SessionStore } from "./session-store.js";

/** Columns that change with every message, and are totals of the messages. */
const VOLATILE = /^(updated_at|accumulated_.*|.*_tokens)$/;

const withoutVolatile = (row: Fields): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !VOLATILE.test(name)));

const asTime = (text: unknown): number => Date.parse(`${String(text).replace(" ", "T")}Z`);

/** `sessions.db`: a row per session and per message. */
export const goose: SessionStore = {
  sessions: (files) =>
    files.flatMap(({ path: source }) => {
      const [rows = []] = querySqlite(source, ["SELECT id, updated_at FROM sessions"]);
      return rows.map(({ id, updated_at: at }) => ({
        session: String(id),
        // A session with an invalid timestamp must not be hidden.
        changedAt: asTime(at) || Date.now(),
        source,
      }));
    }),
  records(source, sessions) {
    const ids = listed(sessions.map(({ session }) => session));
    const [heads = [], messages = []] = querySqlite(source, [
      `SELECT * FROM sessions WHERE id IN ${ids}`,
      `SELECT * FROM messages WHERE session_id IN ${ids} ORDER BY id`,
    ]);
    const messagesOf = groupedBy(messages, "session_id");
    return new Map(
      heads.map((head) => {
        const id = String(head["id"]);
        const records = (messagesOf.get(id) ?? []).map((row) => ({ row: "messages", ...row }));
        return [id, [{ row: "sessions", ...withoutVolatile(head) }, ...records]];
      }),
    );
  },
  idOf: ({ row, id }) => `${String(row)} ${String(id)}`,
};
