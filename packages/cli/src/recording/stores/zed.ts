import { join } from "node:path";
import { querySqlite, quoted } from "./read-sqlite.js";
import { changedAtOf, dataFolder, picked, Unreadable, type Ground, type SessionStore } from "./session-store.js";

const databaseOf = (ground: Ground): string =>
  join(dataFolder(ground), ground.platform === "linux" ? "zed" : "Zed", "threads", "threads.db");

const OF_A_THREAD = ["id", "parent_id", "summary", "created_at", "updated_at"];

/** `threads.db`: a thread is one blob, mostly compressed. */
export const zed: SessionStore = {
  sessions(ground) {
    const source = databaseOf(ground);
    if (changedAtOf(source) === undefined) return [];
    return querySqlite(source, "SELECT id, updated_at FROM threads").map(({ id, updated_at: at }) => ({
      session: String(id),
      changedAt: Date.parse(String(at)) || Date.now(),
      source,
    }));
  },
  records({ source, session }) {
    return querySqlite(source, `SELECT * FROM threads WHERE id = ${quoted(session)}`).map((row) => {
      const text = typeof row["data"] === "string" ? row["data"] : "";
      if (!text.startsWith("{")) {
        throw new Unreadable(`keeps threads packed (${String(row["data_type"])}), which Node.js unpacks from 22.15 on`);
      }
      return { ...picked(row, OF_A_THREAD), data: JSON.parse(text) as unknown };
    });
  },
  idOf: ({ id }) => String(id),
};
