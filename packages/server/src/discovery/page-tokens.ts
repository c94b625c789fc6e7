import { createHash } from "node:crypto";
import { fieldError } from "../platform/service-error.js";
import type { Sealing } from "../platform/sealing/index.js";

/** What a page belongs to: the same question of the same caller. */
export interface PageOf {
  readonly list: "search" | "list";
  readonly caller: string | null;
  readonly question: unknown;
}

/** Opaque, and of no use with another question or another caller. */
export interface PageTokens {
  write(of: PageOf, place: readonly (string | number)[]): string;
  /** Throws the refusal of a token that is not of this question. */
  read(of: PageOf, token: string, where: string): readonly unknown[];
}

export function createPageTokens(sealing: Sealing): PageTokens {
  return {
    write: (of, place) => sealing.seal(contextOf(of), JSON.stringify(place)).toString("base64url"),
    read(of, token, where) {
      const text = sealing.unseal(contextOf(of), Buffer.from(token, "base64url"));
      if (text !== undefined) return JSON.parse(text) as unknown[];
      throw fieldError(where, "belongs to a different query or caller. Omit it for the first page");
    },
  };
}

function contextOf({ list, caller, question }: PageOf): string {
  const digest = createHash("sha256").update(JSON.stringify(question)).digest("base64url");
  return `ard page ${list} ${caller ?? "anonymous"} ${digest}`;
}
