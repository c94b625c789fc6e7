import { expect, test } from "vitest";
import { filledPolicy, secretIn } from "./fill-secret.js";

const SECRET = `abcdef${"x".repeat(37)}`;

test.each([
  [SECRET, SECRET],
  [`https://tack.example.com/c/${SECRET}`, SECRET],
  [`https://tack.example.com/c/${SECRET}/marketplace.git`, SECRET],
  [`zbcdef${"x".repeat(37)}`, undefined],
  [SECRET.slice(1), undefined],
  [`https://tack.example.com/c/${SECRET}x`, undefined],
  ["", undefined],
])("the secret in %s is %s", (given, secret) => {
  expect(secretIn(given, "abcdef")).toBe(secret);
});

test("the secret takes its place in the file, and a file without one stays as it is", () => {
  const policy = {
    harness: "claude-code",
    display_name: "Claude Code",
    file_name: "managed-settings.json",
    content: '{"a": "https://x/c/<secret>/a", "b": "https://x/c/<secret>/b"}',
    secret_placeholder: "<secret>",
    feed: null,
    marketplace_url: null,
    allowed_count: 0,
    places: [],
    notes: [],
  } as const;
  expect(filledPolicy({ ...policy, places: [], notes: [] }, SECRET)).toMatchObject({
    content: `{"a": "https://x/c/${SECRET}/a", "b": "https://x/c/${SECRET}/b"}`,
    secret_placeholder: null,
  });
  expect(filledPolicy({ ...policy, places: [], notes: [] }, undefined).content).toBe(policy.content);
});
