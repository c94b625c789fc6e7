import type { LookupAddress } from "node:dns";
import { afterEach, expect } from "vitest";
import { createOutbound, OutboundError, type Outbound } from "../src/platform/outbound/index.js";
import type { Lookup } from "../src/platform/outbound/connect.js";
import { startTcpSite, startWebSite, type WebSite } from "./web-site.js";

export const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/** The guard, and sites for it to call, which are gone when the test is over. */
export interface Outside {
  site(answer: Parameters<typeof startWebSite>[0]): Promise<WebSite>;
  tcpSite(answer: Parameters<typeof startTcpSite>[0]): Promise<WebSite>;
  /** Names lead where the test says; the real DNS is never asked. */
  guard(allowedHosts: readonly string[], names?: Readonly<Record<string, readonly string[]>> | Lookup): Outbound;
}

export function openOutside(): Outside {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close();
  });
  const keep = <T extends { close(): Promise<void> }>(each: T): T => {
    opened.push(each);
    return each;
  };
  return {
    site: async (answer) => keep(await startWebSite(answer)),
    tcpSite: async (answer) => keep(await startTcpSite(answer)),
    guard: (allowedHosts, names = {}) =>
      keep(createOutbound({ allowedHosts, lookup: typeof names === "function" ? names : lookupIn(names) })),
  };
}

const lookupIn =
  (names: Readonly<Record<string, readonly string[]>>): Lookup =>
  async (hostname): Promise<LookupAddress[]> => {
    const found = names[hostname];
    if (!found) throw new Error(`ENOTFOUND ${hostname}`);
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };

/** Why a call came to nothing. */
export async function reasonOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => new Error("there was an answer"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return (error as Error).message;
}
