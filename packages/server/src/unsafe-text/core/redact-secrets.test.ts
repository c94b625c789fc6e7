import { describe, expect, test } from "vitest";
import { REDACTED, redactedStart, redactSecrets } from "./redact-secrets.js";

const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA7bq9c".repeat(5)}\n-----END RSA PRIVATE KEY-----`;

describe("redactSecrets", () => {
  test.each([
    ["AWS_ACCESS_KEY_ID is AKIAIOSFODNN7EXAMPLE here", `AWS_ACCESS_KEY_ID is ${REDACTED} here`],
    [`export GH=ghp_${"a1B2".repeat(9)}`, `export GH=${REDACTED}`],
    [`x sk-ant-api03-${"Ab1".repeat(20)} y`, `x ${REDACTED} y`],
    [`before ${KEY} after`, `before ${REDACTED} after`],
    ["postgres://app:hunter2@db/app", `postgres://app:${REDACTED}@db/app`],
    ["DB_PASSWORD=hunter22 npm start", `DB_PASSWORD=${REDACTED} npm start`],
    ["Authorization: Bearer q8Zr2LmX0vT7nB4wKc9dYe6H", `Authorization: Bearer ${REDACTED}`],
    ['{"api_key": "q8Zr2LmX0vT7nB4wKc9dYe6H"}', `{"api_key": "${REDACTED}"}`],
  ])("hides what is secret in %j", (text, shown) => expect(redactSecrets(text)).toBe(shown));

  test.each([
    "password: string",
    "const token = readToken(request);",
    "DB_PASSWORD=$OTHER",
    "git checkout 3f786850e387550fdab836ed7e6dc881de23001b",
    "https://example.com/a?b=c",
  ])("leaves %j as it is", (text) => expect(redactSecrets(text)).toBe(text));

  test("hides each of several, and a key whose end is missing", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    expect(redactSecrets(`${token} ${token}`)).toBe(`${REDACTED} ${REDACTED}`);
    expect(redactSecrets(KEY.slice(0, 80))).toBe(REDACTED);
  });

  test("hides all of a signed token", () => {
    const jwt = `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"ada@example.com"}')}.q8Zr2LmX0vT7nB4wKc9dYe6H`.replaceAll(
      "=",
      "",
    );
    expect(redactSecrets(`token ${jwt} end`)).toBe(`token ${REDACTED} end`);
  });

  test("hides a key without an end in a long text", () => {
    const shown = redactSecrets(`${KEY.slice(0, 80)}${"\nword".repeat(10_000)}`);
    expect(shown.startsWith(REDACTED)).toBe(true);
    expect(shown).not.toContain("MIIE");
  });
});

describe("redactedStart", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const words = (count: number): string => "word ".repeat(count);

  test.each([
    ["a short text", `a ${token} b`, 100, `a ${REDACTED} b`],
    ["the beginning of a long one", words(100_000), 12, "word word wo"],
    ["a secret across the end", `${words(2)}${token} ${words(100_000)}`, 15, `${words(2)}**RED`],
  ])("shows %s", (_, text, length, shown) => expect(redactedStart(text, length)).toBe(shown));

  test("shows no half of a secret where it stopped reading, however much became shorter before it", () => {
    const keys = `${KEY}\n`.repeat(3000);
    for (let shift = 0; shift < 40; shift += 1) {
      const shown = redactedStart(`${" ".repeat(shift)}${keys}`, 16_384);
      expect(shown).not.toMatch(/MIIE|BEGIN/);
    }
  });
});
