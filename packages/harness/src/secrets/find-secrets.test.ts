import { describe, expect, test } from "vitest";
import { HARMLESS_TEXTS, PLANTED_SECRETS } from "../testing/planted-secrets.js";
import { findSecretRanges } from "./find-secrets.js";
import { replaceRanges } from "./text-range.js";

const redact = (text: string): string => replaceRanges(text, findSecretRanges(text), "⟦⟧");

describe("a secret is found", () => {
  test.each(PLANTED_SECRETS.map(({ what, text, secret }) => [what, text, secret] as const))("%s", (_, text, secret) => {
    expect(redact(text)).toBe(redact(text).replaceAll(secret, ""));
    expect(redact(text)).toContain("⟦⟧");
  });

  test.each(PLANTED_SECRETS.map(({ what, text, secret }) => [what, text, secret] as const))(
    "%s, in JSON within JSON",
    (_, text, secret) => {
      const escaped = (value: string): string => JSON.stringify(value).slice(1, -1);
      for (const nested of [JSON.stringify({ text }), JSON.stringify(JSON.stringify({ command: `x\n${text}` }))]) {
        const shown = redact(nested);
        for (const form of [secret, escaped(secret), escaped(escaped(secret))]) expect(shown).not.toContain(form);
      }
    },
  );

  test.each([
    ["postgres://app:hunter2-Blue@db.acme.test/app", "postgres://app:⟦⟧@db.acme.test/app"],
    ["x=postgres://a:p@ss9wd@h.test/@scope", "x=postgres://a:⟦⟧@h.test/@scope"],
    ["mysql -u root -pTr0ub4dor app", "mysql -u root -p⟦⟧ app"],
    ["curl -u ada:hunter2-Blue https://x.test", "curl -u ⟦⟧ https://x.test"],
    ["DB_PASS=blue-hunter npm start", "DB_PASS=⟦⟧ npm start"],
    ['{"a":{"password":"hunter2"},"b":1}', '{"a":{"password":"⟦⟧"},"b":1}'],
    [String.raw`{\"password\":\"hunter2\",\"b\":1}`, String.raw`{\"password\":\"⟦⟧\",\"b\":1}`],
    ["AccountKey=q7Zp2LxV9bNc4TmK8sWd3HfJ==;EndpointSuffix=x", "AccountKey=⟦⟧;EndpointSuffix=x"],
  ])("and nothing around it is taken with it: %s", (text, shown) => expect(redact(text)).toBe(shown));
});

describe("no secret is found in", () => {
  test.each(HARMLESS_TEXTS)("%s", (text) => {
    expect(redact(text)).toBe(text);
    expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
  });
});
