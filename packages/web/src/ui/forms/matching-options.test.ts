import { expect, test } from "vitest";
import { matchingOptions } from "./matching-options.js";

const OPTIONS = [
  { id: "user.set_role", label: "Change the role of someone", description: "user.set_role" },
  { id: "review.approve", label: "Approve submission", description: "review.approve" },
  { id: "auth.device_confirm", label: "Approve the sign-in of a device", description: "auth.device_confirm" },
  { id: "review.reject", label: "Reject submission", description: "review.reject" },
];

test.each([
  ["", OPTIONS.map(({ id }) => id)],
  ["approve", ["review.approve", "auth.device_confirm"]],
  ["ROLE change", ["user.set_role"]],
  ["review.", ["review.approve", "review.reject"]],
  ["submission", ["review.approve", "review.reject"]],
  ["zebra", []],
])("%j suggests what has its words", (text, ids) => {
  expect(matchingOptions(OPTIONS, text).map(({ id }) => id)).toEqual(ids);
});

test("what begins with the text comes first", () => {
  expect(matchingOptions(OPTIONS, "re")[0]?.id).toBe("review.approve");
});
