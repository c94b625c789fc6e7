import { SessionFilter, SessionRef } from "@tackroom/contract";
import type { Static, TSchema } from "typebox";
import { createAjv } from "../platform/schema.js";
import { fieldError, fieldErrors } from "../platform/service-error.js";
import { MAX_ROWS } from "./document-limits.js";

type Given = Readonly<Record<string, unknown>>;

const ajv = createAjv({ allErrors: true });

/** A reader of arguments that REST has too, and that have the same bounds here. */
function readerOf<S extends TSchema>(schema: S, path: string): (given: Given) => Static<S> {
  const check = ajv.compile(schema);
  return (given) => {
    const members = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
    for (const [name, value] of members) refuseNul(`${path}${name}`, value);
    const read = Object.fromEntries(members.map(([name, value]) => [snakeName(name), value]));
    if (check(read)) return read as Static<S>;
    throw fieldErrors(
      (check.errors ?? []).map(({ instancePath, message = "is invalid" }) => ({
        path: path + (members.find(([name]) => `/${snakeName(name)}` === instancePath)?.[0] ?? ""),
        message,
      })),
    );
  };
}

const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** No store of ours holds U+0000 in a name, and an escape in the document brings it past the edge. */
function refuseNul(path: string, value: unknown): void {
  if (typeof value === "string" && value.includes("\u0000")) {
    throw fieldError(path, "must not contain the character U+0000");
  }
}

export const readFilter = readerOf(SessionFilter, "filter.");
export const readRef = readerOf(SessionRef, "");

const MAX_NAME_LENGTH = 512;

/** A name that something may go by. */
export function readName(path: string, name: string): string {
  refuseNul(path, name);
  if (name !== "" && name.length <= MAX_NAME_LENGTH) return name;
  throw fieldError(path, `must be 1 to ${MAX_NAME_LENGTH} characters long`);
}

export function readFirst(first: number | null | undefined): number {
  if (typeof first === "number" && first >= 1 && first <= MAX_ROWS) return first;
  throw fieldError("first", `must be between 1 and ${MAX_ROWS}; use after to get the next page`);
}
