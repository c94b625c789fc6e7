import { expect, test } from "vitest";
import { isAnswered } from "./is-answered.js";

test.each([
  ["rejected", null, true],
  ["pending", "2026-11-19T12:00:00Z", true],
  ["pending", null, false],
] as const)(
  "a submission that is %s, with changes requested at %s, is the author's turn: %s",
  (status, asked, turn) => {
    expect(isAnswered({ status, changes_requested_at: asked })).toBe(turn);
  },
);
