import {
  FILTER_TERMS,
  readFilterTerm,
  readMediaType,
  type ArdFilter,
  type FieldError,
  type FilterTerm,
} from "@tackroom/contract";
import { parseHarnessId } from "@tackroom/harness";
import type { KnownEntry } from "./known-entry.js";

/** One term and the values of which an entry must have one. */
interface Condition {
  readonly term: FilterTerm;
  readonly values: readonly string[];
}

export interface SearchFilter {
  readonly conditions: readonly Condition[];
  /** The one harness that is asked about, if it is one. */
  readonly harness: string | undefined;
}

export type ReadFilter = { readonly filter: SearchFilter } | { readonly errors: readonly FieldError[] };

/** Several keys may mean one term; all of them must hold. */
export function readFilter(given: ArdFilter = {}): ReadFilter {
  const errors: FieldError[] = [];
  const conditions: Condition[] = [];
  for (const [key, value] of Object.entries(given)) {
    const path = `body.query.filter.${key}`;
    const term = readFilterTerm(key);
    const texts = [value].flat().map((each) => String(each).trim());
    const problem = term ? problemOf(term, texts) : `is an unknown filter term. Use one of ${FILTER_TERMS.join(", ")}`;
    if (term && problem === undefined) conditions.push({ term, values: texts.map((text) => readValue(term, text)) });
    else errors.push({ path, message: problem ?? "" });
  }
  if (errors.length > 0) return { errors };
  const harnesses = conditions.flatMap(({ term, values }) => (term === "obs:supportedHarnesses" ? values : []));
  return { filter: { conditions, harness: harnesses.length === 1 ? harnesses[0] : undefined } };
}

const YES = ["true", "1", "yes"];
const NO = ["false", "0", "no"];

function problemOf(term: FilterTerm, texts: readonly string[]): string | undefined {
  if (texts.length === 0 || texts.includes("")) return "must not be empty. Omit it to match any value";
  const isSwitch = term === "obs:activatable";
  const isReadable = !isSwitch || texts.every((text) => [...YES, ...NO].includes(text.toLowerCase()));
  return isReadable ? undefined : "must be true or false";
}

function readValue(term: FilterTerm, text: string): string {
  const lower = text.toLowerCase();
  if (term === "type") return readMediaType(text);
  if (term === "obs:supportedHarnesses") return parseHarnessId(lower) ?? lower;
  if (term === "obs:activatable") return String(YES.includes(lower));
  return lower;
}

/** What an entry has to say to each term. */
const VALUES: Readonly<Record<FilterTerm, (entry: KnownEntry, ownDomain: string) => readonly string[]>> = {
  type: ({ type }) => [type],
  tags: ({ tags }) => tags,
  capabilities: ({ capabilities }) => capabilities,
  publisher: ({ publisher }, ownDomain) => [publisher ?? ownDomain],
  version: ({ version }) => [version],
  "obs:kind": ({ kind }) => (kind ? [kind] : []),
  "obs:supportedHarnesses": ({ harnesses }) => harnesses,
  "obs:lifecycle": ({ lifecycle }) => [lifecycle],
  "obs:activatable": ({ isActivatable }) => [String(isActivatable)],
};

export const valuesOf = (entry: KnownEntry, term: FilterTerm, ownDomain: string): readonly string[] =>
  VALUES[term](entry, ownDomain);

/** What is archived is found only by those who ask for it. */
export function fits({ conditions }: SearchFilter, ownDomain: string): (entry: KnownEntry) => boolean {
  const asksForArchived = conditions.some(
    ({ term, values }) => term === "obs:lifecycle" && values.includes("archived"),
  );
  return (entry) => {
    if (entry.lifecycle === "archived" && !asksForArchived) return false;
    return conditions.every(({ term, values }) => {
      const own = valuesOf(entry, term, ownDomain);
      if (term === "obs:supportedHarnesses" && own.length === 0 && entry.kind !== null) return true;
      return own.some((value) => values.includes(value.toLowerCase()));
    });
  };
}
