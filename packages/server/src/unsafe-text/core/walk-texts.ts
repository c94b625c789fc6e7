import type { FieldError } from "@tackroom/contract";
import { isRecord } from "@tackroom/harness";
import { labelOfMember, optionBefore } from "./labels.js";
import { memberPath } from "./member-path.js";

export interface FoundText {
  readonly text: string;
  readonly path: string;
  /** What the text is the value of, where something says so: a member's name, or the option before an argument. */
  readonly label: string;
}

/**
 * Looks at every text in a value, the names of members too. A name that is itself a finding does not appear in paths,
 * so that an answer never repeats it.
 */
export function walkTexts(value: unknown, path: string, look: (found: FoundText) => FieldError[]): FieldError[] {
  return walk({ value, path, label: lastName(path) }, look);
}

/** A file of a skill, in a submission, in a release or in the fields of a version. */
const SKILL_FILE = /^(?:body\.)?(?:extra\.)?files\[\d+\]$/;

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly label: string;
}

function walk({ value, path, label }: Place, look: (found: FoundText) => FieldError[]): FieldError[] {
  if (typeof value === "string") return look({ text: value, path, label });
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) =>
      walk({ value: entry, path: `${path}[${index}]`, label: optionBefore(value, index) ?? label }, look),
    );
  }
  if (!isRecord(value)) return [];
  const isBinaryFile = SKILL_FILE.test(path) && value["encoding"] === "base64";
  return Object.entries(value).flatMap(([name, member]) => {
    // Binary content, as verified by the skill checks; anywhere else this field is ordinary text.
    if (isBinaryFile && name === "content") return [];
    const inName = look({ text: name, path, label: "" });
    const memberAt = inName.length === 0 ? memberPath(path, name) : `${path}["…"]`;
    return [...inName, ...walk({ value: member, path: memberAt, label: labelOfMember(name, value) }, look)];
  });
}

const lastName = (path: string): string => /(?<!\w)\w+$/.exec(path.slice(-100))?.[0] ?? "";
