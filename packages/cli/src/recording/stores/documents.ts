import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { vsCodeFolders } from "../vs-code-folders.js";
import {
  changedAtOf,
  isFields,
  namesIn,
  Unreadable,
  xdgDataFolder,
  type Fields,
  type SessionStore,
  type StoredSession,
} from "./session-store.js";

/** One document per session, which is written anew as a whole. */
function documents(
  paths: (ground: Parameters<SessionStore["sessions"]>[0]) => readonly string[],
  sessionOf: (path: string) => string,
): (ground: Parameters<SessionStore["sessions"]>[0]) => StoredSession[] {
  return (ground) =>
    paths(ground).flatMap((source) => {
      const changedAt = changedAtOf(source);
      return changedAt === undefined ? [] : [{ session: sessionOf(source), changedAt, source }];
    });
}

function readDocument(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Its program may be writing it right now.
    throw new Unreadable(`has ${path}, which is no whole JSON document at the moment`);
  }
}

const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The thread, then its messages one by one: all in one record would soon be too long for a line. */
export const amp: SessionStore = {
  sessions: documents(
    (ground) => {
      const folder = join(xdgDataFolder(ground), "amp", "threads");
      return namesIn(folder)
        .filter((name) => /^T-.+\.json$/.test(name))
        .map((name) => join(folder, name));
    },
    (path) => basename(path, ".json"),
  ),
  records({ source }) {
    const thread = readDocument(source);
    if (!isFields(thread)) return [];
    const { id, created, title, mainThreadID, parentThreadID } = thread;
    const messages = fieldsIn(thread["messages"]).map((message, at) => {
      const name = message["messageId"] ?? message["messageID"] ?? message["id"] ?? at;
      return { ...message, id: name };
    });
    return [{ id, created, title, mainThreadID, parentThreadID, messages: [] }, ...messages];
  },
  idOf: ({ id, role }) => `${role === undefined ? "thread" : "message"} ${String(id)}`,
};

/** `ui_messages.json` of each task; the SDK's sessions have no documented form. */
export const cline: SessionStore = {
  sessions: documents(
    (ground) =>
      vsCodeFolders(ground).flatMap((user) => {
        const tasks = join(user, "globalStorage", "saoudrizwan.claude-dev", "tasks");
        return namesIn(tasks).map((name) => join(tasks, name, "ui_messages.json"));
      }),
    (path) => basename(dirname(path)),
  ),
  // What is still being said comes again when it has been said.
  records: ({ source }) => fieldsIn(readDocument(source)).filter(({ partial }) => partial !== true),
  idOf: ({ ts, type, say, ask }) => [ts, type, say, ask].map(String).join(" "),
};

/** What VS Code wrote before its log of changes: the whole session as one document. */
export const copilot: SessionStore = {
  sessions: documents(
    (ground) =>
      vsCodeFolders(ground).flatMap((user) => {
        const workspaces = join(user, "workspaceStorage");
        const folders = [
          ...namesIn(workspaces).map((name) => join(workspaces, name, "chatSessions")),
          join(user, "globalStorage", "emptyWindowChatSessions"),
        ];
        return folders.flatMap((folder) =>
          namesIn(folder)
            // The log has the same name, and more in it.
            .filter((name, _at, all) => name.endsWith(".json") && !all.includes(`${name}l`))
            .map((name) => join(folder, name)),
        );
      }),
    (path) => basename(path, ".json"),
  ),
  records({ source }) {
    const session = readDocument(source);
    return isFields(session) && fieldsIn(session["requests"]).length > 0 ? [session] : [];
  },
  idOf: () => "session",
};
