import { listed, querySqlite } from "./read-sqlite.js";
import { picked, Unreadable, type Fields, type SessionStore } from "./session-store.js";
import { unpackZstd } from "./unpack-zstd.js";

const OF_A_THREAD = ["id", "parent_id", "summary", "created_at", "updated_at"];

/** `threads.db`: each thread is a blob, usually compressed. */
export const zed: SessionStore = {
  sessions: (files) =>
    files.flatMap(({ path: source }) => {
      const [rows = []] = querySqlite(source, ["SELECT id, updated_at FROM threads"]);
      return rows.map(({ id, updated_at: at }) => ({
        session: String(id),
        changedAt: Date.parse(String(at)) || Date.now(),
        source,
      }));
    }),
  records(source, sessions) {
    const ids = listed(sessions.map(({ session }) => session));
    // Read as hexadecimal, because a compressed blob is not text.
    const query = `SELECT *, hex(data) AS packed FROM threads WHERE id IN ${ids}`;
    const [rows = []] = querySqlite(source, [query]);
    return new Map(rows.map((row) => [String(row["id"]), [{ ...picked(row, OF_A_THREAD), data: threadIn(row) }]]));
  },
  idOf: ({ id }) => String(id),
};

function threadIn({ id, data_type, packed }: Fields): unknown {
  const bytes = Buffer.from(String(packed), "hex");
  try {
    return JSON.parse((data_type === "zstd" ? unpackZstd(bytes) : bytes).toString("utf8")) as unknown;
  } catch {
    throw new Unreadable(`has a thread ${String(id)} that is neither JSON nor compressed JSON`);
  }
}
