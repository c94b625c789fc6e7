import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { geminiFolder } from "../transcripts.js";
import { vsCodeFolders } from "../vs-code-folders.js";
import {
  changedAtOf,
  isFields,
  namesIn,
  oneByOne,
  Unreadable,
  xdgDataFolder,
  type Fields,
  type SessionStore,
  type StoredSession,
} from "./session-store.js";

/** One document per session, which is always rewritten completely. */
export function documents(
  paths: (ground: Parameters<SessionStore["sessions"]>[0]) => readonly string[],
  sessionOf: (path: string) => string,
): (ground: Parameters<SessionStore["sessions"]>[0]) => StoredSession[] {
  return (ground) =>
    paths(ground).flatMap((source) => {
      const changedAt = changedAtOf(source);
      return changedAt === undefined ? [] : [{ session: sessionOf(source), changedAt, source }];
    });
}

export function readDocument(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // The program may be writing it right now.
    throw new Unreadable(`has ${path}, which is not a complete JSON document at the moment`);
  }
}

export const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The thread, followed by its messages: everything in one record would soon exceed the max line length. */
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
  records: oneByOne(({ source }) => {
    const thread = readDocument(source);
    if (!isFields(thread)) return [];
    const { id, created, title, mainThreadID, parentThreadID } = thread;
    const messages = fieldsIn(thread["messages"]).map((message, at) => {
      const name = message["messageId"] ?? message["messageID"] ?? message["id"] ?? at;
      return { ...message, id: name };
    });
    return [{ id, created, title, mainThreadID, parentThreadID, messages: [] }, ...messages];
  }),
  idOf: ({ id, role }) => `${role === undefined ? "thread" : "message"} ${String(id)}`,
};

/** The older format of VS Code, before its change log: the whole session as one document. */
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
            // The log has the same name and contains more.
            .filter((name, _at, all) => name.endsWith(".json") && !all.includes(`${name}l`))
            .map((name) => join(folder, name)),
        );
      }),
    (path) => basename(path, ".json"),
  ),
  records: oneByOne(({ source }) => {
    const session = readDocument(source);
    return isFields(session) && fieldsIn(session["requests"]).length > 0 ? [session] : [];
  }),
  idOf: () => "session",
};

/** The older format of Gemini CLI, before its log: the chat as one document, whose messages become records. */
export const gemini: SessionStore = {
  sessions(ground) {
    const projects = join(geminiFolder(ground), "tmp");
    const paths = namesIn(projects).flatMap((project) => {
      const chats = join(projects, project, "chats");
      return (
        namesIn(chats)
          // The log has the same name and contains more.
          .filter((name, _at, all) => /^session-.+\.json$/.test(name) && !all.includes(`${name}l`))
          .map((name) => join(chats, name))
      );
    });
    return paths.flatMap((source) => {
      const changedAt = changedAtOf(source);
      return changedAt === undefined ? [] : [{ session: chatIn(source), changedAt, source }];
    });
  },
  records: oneByOne(({ source }) => {
    const chat = readDocument(source);
    if (!isFields(chat)) return [];
    const { messages, lastUpdated: _volatile, ...head } = chat;
    return [head, ...fieldsIn(messages).map((message, at) => ({ ...message, id: message["id"] ?? at }))];
  }),
  idOf: (record) => ("id" in record ? `message ${String(record["id"])}` : "chat"),
};

/** The file name contains only part of the session ID. */
function chatIn(path: string): string {
  const piece = /-([^-]+)\.json$/.exec(path)?.[1] ?? basename(path, ".json");
  try {
    const chat = readDocument(path);
    return isFields(chat) && typeof chat["sessionId"] === "string" ? chat["sessionId"] : piece;
  } catch (error) {
    if (error instanceof Unreadable) return piece;
    throw error;
  }
}
