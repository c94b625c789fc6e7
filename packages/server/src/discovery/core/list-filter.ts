import { isCalendarDay, readMediaType } from "@tackroom/contract";
import type { KnownEntry } from "./known-entry.js";

/** All of the clauses must hold. */
export type ListFilter = (entry: KnownEntry) => boolean;

/** What is wrong with a filter, and where: for the author of the filter. */
export class FilterProblem extends Error {}

type Values = readonly [string, ...string[]];

interface Field {
  readonly operators: readonly string[];
  test(values: Values, ownDomain: string): ListFilter;
}

const TIME_OPERATORS = ["=", ">", ">="];

const FIELDS = new Map<string, Field>(
  Object.entries({
    type: { operators: ["="], test: (values) => oneOf(values.map(readMediaType), ({ type }) => type) },
    publisher: {
      operators: ["="],
      test: (values, ownDomain) => oneOf(values.map(lower), ({ publisher }) => publisher ?? ownDomain),
    },
    displayname: {
      operators: ["="],
      test: (values) => {
        const parts = values.map(lower);
        return ({ name }) => parts.some((part) => name.toLowerCase().includes(part));
      },
    },
    "obs:kind": { operators: ["="], test: (values) => oneOf(values.map(lower), ({ kind }) => kind ?? "") },
    createdafter: { operators: TIME_OPERATORS, test: after(({ createdAt }) => createdAt) },
    updatedafter: { operators: TIME_OPERATORS, test: after(({ updatedAt }) => updatedAt) },
  }),
);
const ALIASES = new Map([
  ["publisherid", "publisher"],
  ["kind", "obs:kind"],
]);
const KNOWN = "type, publisher, displayName, obs:kind, createdAfter, updatedAfter";

const CLAUSE = /\s*([A-Za-z][A-Za-z0-9_.:-]*)\s*(>=|>|=)/y;
const VALUE = /\s*(?:'([^']*)'|"([^"]*)"|([^\s,'"]+))/y;
const COMMA = /\s*,/y;
const AND = /\s+AND(?=[\s])/iy;
const END = /\s*$/y;

/** `clause (AND clause)*`, where a clause is `field op value[,value…]`. Empty: everything. */
export function readListFilter(text: string, ownDomain: string): ListFilter {
  if (text.trim() === "") return () => true;
  const reader = readerOf(text);
  const clauses: ListFilter[] = [];
  do {
    clauses.push(readClause(reader, ownDomain));
  } while (reader.take(AND));
  if (!reader.take(END)) throw new FilterProblem(`has a syntax error ${reader.here()}: expected AND or end of input`);
  return (entry) => clauses.every((clause) => clause(entry));
}

function readClause(reader: Reader, ownDomain: string): ListFilter {
  const start = reader.here();
  const [, name = "", operator = ""] = reader.take(CLAUSE) ?? [];
  if (name === "") throw new FilterProblem(`has a syntax error ${start}: expected a field followed by =, > or >=`);
  const field = FIELDS.get(ALIASES.get(name.toLowerCase()) ?? name.toLowerCase());
  if (!field) throw new FilterProblem(`has an unknown field "${name}". Use one of ${KNOWN}`);
  if (!field.operators.includes(operator)) {
    throw new FilterProblem(`cannot compare ${name} with ${operator}. Use ${field.operators.join(", ")}`);
  }
  const first = readValue(reader, name);
  const more: string[] = [];
  while (reader.take(COMMA)) more.push(readValue(reader, name));
  return field.test([first, ...more], ownDomain);
}

function readValue(reader: Reader, field: string): string {
  const [, single, double, bare] = reader.take(VALUE) ?? [];
  const value = single ?? double ?? bare ?? "";
  if (value.trim() !== "") return value.trim();
  throw new FilterProblem(`has no value for ${field} ${reader.here()}. Quote values that contain spaces`);
}

interface Reader {
  take(pattern: RegExp): RegExpExecArray | null;
  here(): string;
}

function readerOf(text: string): Reader {
  let at = 0;
  return {
    take(pattern) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match) at = pattern.lastIndex;
      return match;
    },
    here: () => `at character ${at + 1}`,
  };
}

const lower = (text: string): string => text.toLowerCase();

function oneOf(values: readonly string[], of: (entry: KnownEntry) => string): ListFilter {
  return (entry) => values.includes(of(entry));
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Strictly after, whatever the operator: that is what the name of the field says. */
function after(of: (entry: KnownEntry) => number): Field["test"] {
  return ([text, ...more]) => {
    const match = isCalendarDay(text.slice(0, "2026-01-31".length)) ? TIME.exec(text) : null;
    // A time without a zone is UTC, as a date without a time is.
    const time = match ? Date.parse(match[1] || text.length === 10 ? text : `${text}Z`) : Number.NaN;
    if (Number.isNaN(time) || more.length > 0) {
      throw new FilterProblem(
        `must have one ISO 8601 timestamp, such as 2026-01-31T12:00:00Z, not ${[text, ...more].join(",")}`,
      );
    }
    return (entry) => of(entry) > time;
  };
}
