import type { BodyOf } from "@tackroom/contract/calls";
import type { Kind, TYPE_OF } from "../kinds.js";

export type Submission<Of extends Kind> = BodyOf<`${(typeof TYPE_OF)[Of]}.submitItem`>;

/** A submission as far as its source tells it, under the wire's names. Members that the service has defaults for are left out. */
export type Draft = Readonly<Record<string, unknown>>;

export interface SubmitOptions {
  readonly name?: string;
  readonly itemVersion?: string;
  readonly description?: string;
  readonly category?: string;
  readonly taskType?: string;
  /** Nobody is asked: what a question would suggest is taken. */
  readonly yes?: boolean;
  /** A file with the body itself. */
  readonly fromFile?: string;
  /** Which of the members that are needed; absent: all. */
  readonly isAsked?: (member: string) => boolean;
}

/** The members that have a value. */
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

/** A text that says something, or a number as people write versions. */
export function textIn(members: Draft, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = members[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number") return String(value);
  }
  return undefined;
}
