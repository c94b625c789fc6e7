import { HARMLESS_TEXTS, PLANTED_SECRETS } from "@tackroom/harness/testing/planted-secrets";
import { describe, expect, test } from "vitest";
import { REDACTED } from "./redact-secrets.js";
import { redactedJson } from "./redact-value.js";

const ALL = 100_000;

describe("a value is shown", () => {
  test.each(PLANTED_SECRETS.map(({ what, text, secret }) => [what, text, secret] as const))(
    "without %s in its texts, however deep",
    (_, text, secret) => {
      const shown = redactedJson(
        { command: text, list: [{ inner: `a\n${text}` }], json: JSON.stringify({ text }) },
        ALL,
      );
      expect(shown).not.toContain(JSON.stringify(secret).slice(1, -1));
    },
  );

  test.each([
    ["the member of a name", { password: "hunter2-Blue" }, { password: REDACTED }],
    ["a number", { pin: 1, password: 12_345_678 }, { pin: 1, password: REDACTED }],
    ["a list", { password: ["hunter2-Blue", "other-Blue1"] }, { password: [REDACTED, REDACTED] }],
    ["an option", { args: ["--password", "hunter2-Blue", "-v"] }, { args: ["--password", REDACTED, "-v"] }],
    ["a named value", [{ name: "DB_PASS", value: "hunter2-Blue" }], [{ name: "DB_PASS", value: REDACTED }]],
    ["a name", { [`ghp_${"a1B2".repeat(9)}`]: 1 }, { [REDACTED]: 1 }],
    ["a key of AWS", { SecretAccessKey: "q7Zp2LxV9bNc4TmK8sWd3HfJ6yRg5AeU1oXvBn/+" }, { SecretAccessKey: REDACTED }],
  ])("without what %s says", (_, value, shown) => expect(JSON.parse(redactedJson(value, ALL))).toEqual(shown));

  test("as it is otherwise", () => {
    const value = {
      texts: HARMLESS_TEXTS,
      password: "${DB_PASSWORD}",
      max_tokens: 4096,
      none: null,
      yes: true,
      ["__proto__"]: 1,
    };
    expect(redactedJson(value, ALL)).toBe(JSON.stringify(value));
  });

  test("up to a length, and no half of a secret at its end", () => {
    const value = { a: "x".repeat(50), b: `ghp_${"a1B2".repeat(9)}`, c: "y".repeat(1000) };
    const whole = redactedJson(value, ALL);
    for (let length = 1; length < 200; length += 1) expect(redactedJson(value, length)).toBe(whole.slice(0, length));
  });
});
