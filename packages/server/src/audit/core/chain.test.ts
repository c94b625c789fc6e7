import { expect, test } from "vitest";
import {
  CHAIN_START,
  continueChain,
  followChain,
  WALK_START,
  type ChainedEvent,
  type HashEvent,
  type UnchainedEvent,
  type Walk,
} from "./chain.js";

/** Readable instead of secure: the rules are about what is hashed, not how. */
const hash: HashEvent = (previous, { event_id, detail }) => `${previous.slice(-12)}>${event_id}:${detail}`;

const event = (id: string): UnchainedEvent => ({ event_id: id, detail: "as written" }) as UnchainedEvent;
const chain = continueChain(CHAIN_START, [event("a"), event("b"), event("c"), event("d")], hash);
const [a, b, c, d] = chain as [ChainedEvent, ChainedEvent, ChainedEvent, ChainedEvent];

const altered = (link: ChainedEvent, change: Partial<ChainedEvent["event"]>): ChainedEvent => ({
  ...link,
  event: { ...link.event, ...change },
});

/** The ids that follow, up to the first that does not. */
function walked(links: readonly ChainedEvent[]): string[] {
  let walk: Walk = WALK_START;
  const good: string[] = [];
  for (const link of links) {
    const next = followChain(walk, link, hash);
    if (!next) return [...good, `not ${link.event.event_id}`];
    walk = next;
    good.push(link.event.event_id);
  }
  return good;
}

test("places events after the end of the chain, one after another", () => {
  expect(chain.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  const later = continueChain({ position: 2, hash: b.event.chain_hash }, [event("c"), event("d")], hash);
  expect(later).toEqual([c, d]);
});

test.each([
  ["a whole chain", [a, b, c, d], ["a", "b", "c", "d"]],
  ["no chain", [], []],
  ["an identical copy", [a, b, b, c], ["a", "b", "b", "c"]],
  ["a missing first record", [b, c], ["not b"]],
  ["a missing record", [a, c, d], ["a", "not c"]],
  ["an altered record", [a, altered(b, { detail: "forged" }), c], ["a", "not b"]],
  ["an altered hash", [a, altered(b, { chain_hash: "forged" }), c], ["a", "not b"]],
  ["records in another order", [a, { ...c, position: 2 }, { ...b, position: 3 }, d], ["a", "not c"]],
  ["a second record at the same place", [a, b, altered(b, { event_id: "x" }), c], ["a", "b", "not x"]],
  ["a copy with another hash", [a, b, altered(b, { chain_hash: "forged" })], ["a", "b", "not b"]],
  ["a record before the first", [{ ...a, position: 0 }, a], ["not a"]],
])("follows %s", (_what, links, expected) => {
  expect(walked(links)).toEqual(expected);
});
