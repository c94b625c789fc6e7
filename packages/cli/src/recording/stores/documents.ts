import { readFileSync } from "node:fs";
import {
  changedAtOf,
  isFields,
  oneByOne,
  Unreadable,
  type Fields,
  type SessionFile,
  type SessionStore,
  type StoredSession,
} from "./session-store.js";

/** One document per session, which is always rewritten completely. */
export function documents(files: readonly SessionFile[]): StoredSession[] {
  return files.flatMap(({ path: source, session }) => {
    const changedAt = changedAtOf(source);
    return changedAt === undefined || session === undefined ? [] : [{ session, changedAt, source }];
  });
}

/** Not those that are there as a log too: it has the same name, and more in it. */
const withoutLogs = (files: readonly SessionFile[]): SessionFile[] =>
  files.filter(({ path }) => changedAtOf(`${path}l`) === undefined);

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
  sessions: documents,
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
  sessions: (files) => documents(withoutLogs(files)),
  records: oneByOne(({ source }) => {
    const session = readDocument(source);
    return isFields(session) && fieldsIn(session["requests"]).length > 0 ? [session] : [];
  }),
  idOf: () => "session",
};

/** The older format of Gemini CLI, before its log: the chat as one document, whose messages become records. */
export const gemini: SessionStore = {
  sessions: (files) =>
    documents(withoutLogs(files).map((file) => ({ ...file, session: chatIn(file.path) ?? file.session }))),
  records: oneByOne(({ source }) => {
    const chat = readDocument(source);
    if (!isFields(chat)) return [];
    const { messages, lastUpdated: _volatile, ...head } = chat;
    return [head, ...fieldsIn(messages).map((message, at) => ({ ...message, id: message["id"] ?? at }))];
  }),
  idOf: (record) => ("id" in record ? `message ${String(record["id"])}` : "chat"),
};

/** The file name contains only part of the session ID. */
function chatIn(path: string): string | undefined {
  try {
    const chat = readDocument(path);
    return isFields(chat) && typeof chat["sessionId"] === "string" ? chat["sessionId"] : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
