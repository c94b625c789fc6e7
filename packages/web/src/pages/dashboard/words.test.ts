import type { DashboardFailure, DashboardSummary } from "@tackroom/contract";
import { expect, test } from "vitest";
import { factsOf } from "./facts.js";
import { changeOf, failureRate, notCountedText, pointsOf, purgedText, unknownText } from "./words.js";

test.each([
  [118, 100, { text: "+18%", sign: 1 }],
  [50, 100, { text: "−50%", sign: -1 }],
  [100.1, 100, { text: "±0", sign: 0 }],
  [5, 0, undefined],
  [999, 100, { text: "+899%", sign: 1 }],
  [1000, 100, { text: "×10", sign: 1 }],
  [36.13, 0.17, { text: "×213", sign: 1 }],
])("%d after %d is a change of %j", (now, before, change) => {
  expect(changeOf(now, before)).toEqual(change);
});

test("shares are compared in points, and a share of nothing is unknown", () => {
  expect(pointsOf(0.034, 0.042)).toEqual({ text: "−0.8 pt", sign: -1 });
  expect(pointsOf(0.1, 0.1)).toEqual({ text: "±0", sign: 0 });
  expect([failureRate(1, 4), failureRate(0, 0), failureRate(3, null)]).toEqual([0.25, null, null]);
});

test("what has no price is named beside the sum", () => {
  expect([0, 1, 1200].map((count) => unknownText({ sessions_without_price: count }))).toEqual([
    undefined,
    "+ unknown for 1 session",
    "+ unknown for 1,200 sessions",
  ]);
});

test("figures that lack sessions say so", () => {
  expect([0, 1, 1200].map((count) => notCountedText({ sessions_not_counted: count }))).toEqual([
    undefined,
    "1 earlier session is still being counted after an upgrade. These figures do not include it yet.",
    "1,200 earlier sessions are still being counted after an upgrade. These figures do not include them yet.",
  ]);
});

test("figures that lack deleted lines say so, and where the sessions are", () => {
  expect([0, 1, 1200].map((count) => purgedText({ sessions_purged: count }))).toEqual([
    undefined,
    "The lines of 1 session were deleted. These figures do not include them; the list of sessions still shows its totals.",
    "The lines of 1,200 sessions were deleted. These figures do not include them; the list of sessions still shows their totals.",
  ]);
});

const summary = (more: Partial<DashboardSummary>): DashboardSummary =>
  ({ cost_usd: 100, sessions: 100, active_users: 10, members: 20, ...more }) as DashboardSummary;
const failing = (more: Partial<DashboardFailure>): DashboardFailure =>
  ({
    key: "Bash",
    calls: 100,
    calls_before: 100,
    failed: 5,
    before: 5,
    reason: "no such file",
    ...more,
  }) as DashboardFailure;
const factsAbout = (now: Partial<DashboardSummary>, rows: readonly DashboardFailure[] = []): string[] =>
  factsOf({ now: summary(now), before: summary({}) }, rows).map(({ what, detail }) => `${what}: ${detail}`);

test("nothing has changed if everything is about as it was", () => {
  expect(factsAbout({ cost_usd: 110, active_users: 11 }, [failing({ failed: 6 })])).toEqual([]);
});

test("what fails more, costs more or is used by more people is told", () => {
  const rows = [failing({ key: "Edit", failed: 8 }), failing({ failed: 20 }), failing({ key: null, failed: 90 })];
  expect(factsAbout({ cost_usd: 150, sessions: 150, active_users: 14 }, rows)).toEqual([
    "Bash fails more often: 20.0% of its calls, was 5.0%: no such file",
    "Spend is up 50%: 150 sessions, were 100",
    "4 more people are active: 14 of 20",
  ]);
  expect(factsAbout({ cost_usd: 50, sessions: 20 })).toEqual(["Spend is down 50%: a session costs $2.50, was $1.00"]);
  expect(factsAbout({ active_users: 5, members: null })).toEqual([]);
});
