import { describe, expect, test } from "vitest";
import { REDACTED, redactSecrets } from "./redact-secrets.js";

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
});
