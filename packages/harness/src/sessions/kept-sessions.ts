import { type HomePath, inInsiders, inVsCode } from "../home-path.js";

/** Files below a folder. */
export interface SessionFiles {
  /** As the harness has it by default: `moved` says where a person's variables put it. */
  readonly folder: HomePath;
  /** The parts of the path below it; an expression's group `session`, or `parent`, says whose file it is. */
  readonly parts: readonly (string | RegExp)[];
}

/** The format of a store. The client that has access to the disk has a reader for each format. */
export type StoreFormat =
  | "opencode-database"
  | "goose-database"
  | "zed-database"
  | "cline-tasks"
  | "amp-threads"
  | "vs-code-chats"
  | "gemini-chats";

/** A store that its harness changes in place: a database, or documents that are written anew. */
export interface StoredSessions {
  readonly format: StoreFormat;
  readonly files: readonly SessionFiles[];
  /** A variable that names the only file. */
  readonly variable?: string;
}

/** Where a harness keeps its sessions. */
export interface KeptSessions {
  /** Files of lines that only grow. */
  readonly lines: readonly SessionFiles[];
  readonly store: StoredSessions | null;
  /** The same lines, where old files are compressed with zstd. */
  readonly packed?: readonly SessionFiles[];
  /** The member of the first line that names the session, where the path holds only a piece of its id. */
  readonly sessionMember?: string;
  /** Files of subagents, in a folder of this name inside of one that is called like the session's file. */
  readonly subagents?: { readonly folder: string; readonly file: RegExp };
}

export interface UnreadSessions {
  /** Why nothing of ours can read them. */
  readonly unread: string;
}

/** Any name but a hidden one. */
export const ANY = /^[^.].*$/;

/** The same files in the user folders of VS Code and of its preview. */
export const inVsCodes = (...parts: SessionFiles["parts"]): SessionFiles[] =>
  [inVsCode(""), inInsiders("")].map((folder) => ({ folder, parts }));
