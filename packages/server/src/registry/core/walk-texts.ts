import type { FieldError } from "@tackroom/contract";
import { isRecord, memberPath } from "./fields.js";

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
  return Object.entries(value).flatMap(([name, member]) => {
    const inName = look({ text: name, path, label: "" });
    const memberAt = inName.length === 0 ? memberPath(path, name) : `${path}["…"]`;
    return [...inName, ...walk({ value: member, path: memberAt, label: labelOf(name, value) }, look)];
  });
}

/** `{name: "API_KEY", default: "…"}` gives a value to API_KEY. */
function labelOf(name: string, owner: Readonly<Record<string, unknown>>): string {
  const named = owner["name"];
  return (name === "default" || name === "value") && typeof named === "string" ? named : name;
}

function optionBefore(list: readonly unknown[], index: number): string | undefined {
  const before = list[index - 1];
  return typeof before === "string" && /^--?[A-Za-z]/.test(before) && !before.includes("=") ? before : undefined;
}

const lastName = (path: string): string => /(?<!\w)\w+$/.exec(path.slice(-100))?.[0] ?? "";
