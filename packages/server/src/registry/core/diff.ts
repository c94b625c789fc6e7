import type { VersionDiff } from "@tackroom/contract";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { isRecord, memberPath, type Fields } from "./fields.js";

export interface ComparedVersion {
  readonly version: string;
  /** Whatever is to be compared, under its wire names: the description, the harnesses, the kind's own fields. */
  readonly content: Fields;
}

const LONG_TEXT = 120;
/** Lines that come or go. Work grows with their square; beyond, in one text or in all, a text is told whole. */
const MAX_EDITS = 1000;
const MAX_TOTAL_EDITS = 3000;
const CONTEXT_LINES = 3;

type Changes = Pick<VersionDiff, "fields" | "texts">;

/** What changed: texts as unified diffs, everything else by path. */
export function diffVersions(from: ComparedVersion, to: ComparedVersion): Changes {
  const changes: Changes = { fields: [], texts: [] };
  compare(from.content, to.content, {
    path: "",
    changes,
    versions: [from.version, to.version],
    budget: { edits: MAX_TOTAL_EDITS },
  });
  return changes;
}

interface Place {
  readonly path: string;
  readonly changes: Changes;
  readonly versions: readonly [string, string];
  readonly budget: { edits: number };
}

function compare(before: unknown, after: unknown, place: Place): void {
  if (Object.is(before, after) || (isAbsent(before) && isAbsent(after))) return;
  if (isRecord(before) && isRecord(after)) return compareMembers(before, after, place);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, place);
  const texts = [before ?? "", after ?? ""] as const;
  if (areLongTexts(texts)) return compareTexts(texts[0], texts[1], place);
  place.changes.fields.push({ path: place.path, before: before ?? null, after: after ?? null });
}

/** What was not given and what is null are equivalent to readers of a version. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isLong = (text: string): boolean => text.length > LONG_TEXT || text.includes("\n");

function areLongTexts(values: readonly [unknown, unknown]): values is readonly [string, string] {
  return values.every((value) => typeof value === "string") && values.some(isLong);
}

function compareMembers(before: Fields, after: Fields, place: Place): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(own(before, name), own(after, name), { ...place, path: memberPath(place.path, name) });
  }
}

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** Files are known by their path, not by their place in the list; other lists have an order that means something. */
function compareLists(before: readonly unknown[], after: readonly unknown[], place: Place): void {
  if (before.length + after.length > 0 && [...before, ...after].every(isFile)) {
    return compareFiles(before as readonly File[], after as readonly File[], place);
  }
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    compare(before[index], after[index], { ...place, path: `${place.path}[${index}]` });
  }
}

type File = Fields & { readonly path: string };
const isFile = (value: unknown): value is File =>
  isRecord(value) && typeof value["path"] === "string" && typeof value["content"] === "string";

function compareFiles(before: readonly File[], after: readonly File[], place: Place): void {
  after.forEach((file, index) => {
    const old = before.find(({ path }) => path === file.path);
    compareFile(old, file, { ...place, path: `${place.path}[${index}]` });
  });
  before.forEach((file, index) => {
    if (after.some(({ path }) => path === file.path)) return;
    compareFile(file, undefined, { ...place, path: `${place.path}[${index}]` });
  });
}

/** A file that comes or goes is told by its path, and by its lines. */
function compareFile(before: File | undefined, after: File | undefined, place: Place): void {
  compareMembers(before ?? {}, after ?? {}, place);
}

function compareTexts(before: string, after: string, { path, changes, versions, budget }: Place): void {
  const maxEditLength = Math.min(MAX_EDITS, budget.edits);
  const options = { context: CONTEXT_LINES, maxEditLength, headerOptions: FILE_HEADERS_ONLY };
  const unified = createTwoFilesPatch(versions[0], versions[1], before, after, undefined, undefined, options);
  budget.edits -= unified === undefined ? maxEditLength : (unified.match(/^[-+]/gm)?.length ?? 0);
  budget.edits = Math.max(0, budget.edits);
  if (unified === undefined) changes.fields.push({ path, before, after });
  else changes.texts.push({ path, unified });
}
