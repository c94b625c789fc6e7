import type { Session } from "@tackroom/contract";
import { expect, test } from "vitest";
import type { Nested } from "./nest-subagents.js";
import { subagentsAt } from "./place-subagents.js";

const at = (second: number): string => new Date(second * 1000).toISOString();
const began = (started_at: string | null): Nested => ({ session: { started_at } as Session, subagents: [] });
/** The event that each subagent belongs to; `?` is an event that is not loaded yet. */
const placesOf = (events: readonly (number | null | "?")[], starts: readonly (number | null)[]): number[][] => {
  const subagents = starts.map((start) => began(start === null ? null : at(start)));
  const eventAt = (index: number) => {
    const event = events[index];
    return event === "?" || event === undefined ? undefined : { timestamp: event === null ? null : at(event) };
  };
  return subagents.map((subagent) =>
    events.flatMap((_, index) =>
      subagentsAt(index, eventAt, events.length, subagents).includes(subagent) ? [index] : [],
    ),
  );
};

test.each([
  ["the last event before it began", [10, 20, 30], [25], [[1]]],
  ["an event of the same moment", [10, 20, 30], [20], [[1]]],
  ["the last of several of one moment", [10, 20, 20, 30], [21], [[2]]],
  ["the last event when all are before", [10, 20], [99], [[1]]],
  ["the first event when all are after", [10, 20], [5], [[0]]],
  ["events without a time do not count", [10, null, 30], [15], [[0]]],
  ["two of them, each its own", [10, 20, 30], [12, 22], [[0], [1]]],
  ["none when it is not known when it began", [10, 20], [null], [[]]],
  ["none before the next event is read", [10, "?", 30], [15], [[]]],
] as const)("a subagent is under %s", (_, events, starts, places) => {
  expect(placesOf(events, starts)).toEqual(places);
});
