import { expect, test } from "vitest";
import { eventDetail } from "./event-detail.js";
import { MAX_TEXT_LENGTH } from "./event-text.js";

test.each([
  ["nothing", undefined, null],
  ["a text", "as it is", "as it is"],
  [
    "an object as JSON",
    { role: { from: "user", to: "admin" }, whom: "ann" },
    '{"role":{"from":"user","to":"admin"},"whom":"ann"}',
  ],
  [
    "no secret, wherever it is",
    {
      password: "changed",
      reason: `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`,
      list: [`ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`],
      name: { from: `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`, to: "x" },
    },
    '{"password":"changed","reason":"**REDACTED**","list":["**REDACTED**"],"name":{"from":"**REDACTED**","to":"x"}}',
  ],
  ["no half of a surrogate pair", { name: "a\uD83D" }, '{"name":"a\\ud83d"}'],
])("keeps %s", (_what, detail, kept) => {
  expect(eventDetail(detail)).toBe(kept);
});

test.each([
  ["one long text", { reason: "x".repeat(5000) }],
  ["quotes that take twice the room", { reason: '"'.repeat(5000), name: "n" }],
  ["two long texts", { value: { from: "a".repeat(3000), to: "b".repeat(3000) } }],
  ["a long list", { paths: Array.from({ length: 500 }, (_, index) => `/api/v1/admin/users/${index}`) }],
  ["too many members", Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`member_${index}`, index]))],
])("is valid JSON and fits in the log, also with %s", (_what, detail) => {
  const text = String(eventDetail(detail));
  expect(text.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
  expect(JSON.parse(text)).toBeTypeOf("object");
});
