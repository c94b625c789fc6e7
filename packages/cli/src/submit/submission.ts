import type { BodyOf } from "@tackroom/contract/calls";
import type { Kind, TYPE_OF } from "../kinds.js";

export type Submission<Of extends Kind> = BodyOf<`${(typeof TYPE_OF)[Of]}.submitItem`>;

/** A submission as read from its source, with the API's member names. Members with a default on the server are omitted. */
export type Draft = Readonly<Record<string, unknown>>;

export interface SubmitOptions {
  readonly name?: string;
  readonly itemVersion?: string;
  readonly description?: string;
  readonly category?: string;
  readonly taskType?: string;
  /** Does not ask: suggested values are used. */
  readonly yes?: boolean;
  /** A file that contains the complete body. */
  readonly fromFile?: string;
  /** Which of the required members to ask for; absent: all. */
  readonly isAsked?: (member: string) => boolean;
  /** The draft itself, when it does not come from a source on disk or in a repository. */
  readonly draft?: Draft;
  /** What the item already says, for a new version of it. The source and the options override it. */
  readonly known?: Draft;
  /** The version to suggest. */
  readonly suggestedVersion?: string;
  /** Adds to the draft of a repository what is found in it. */
  readonly lookInto?: (draft: Draft) => Promise<Draft>;
}

/** Removes undefined members. */
export function present(members: Draft): Draft {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

export function isDraft(value: unknown): value is Draft {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function draftIn(members: Draft, name: string): Draft {
  const value = members[name];
  return isDraft(value) ? value : {};
}

export function draftsIn(members: Draft, name: string): readonly Draft[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((element) => isDraft(element)) : [];
}

/** A non-empty text, or a number, since versions may be written as numbers. */
export function textIn(members: Draft, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = members[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number") return String(value);
  }
  return undefined;
}
