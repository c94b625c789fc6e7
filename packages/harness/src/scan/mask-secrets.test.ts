import { expect, test } from "vitest";
import {
  knownSecrets,
  lineWithSecret,
  maskAddress,
  maskArguments,
  maskLine,
  placeholdersAdded,
} from "./mask-secrets.js";

// Made up, in pieces so that no scanner takes this file for a leak.
const GITHUB = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
const MODEL = ["sk", "proj-q8Zx7Wv6Ut5Sr4Qp3On2Ml1K"].join("-");

test.each([
  [
    ["--api-key", "abc123"],
    ["--api-key", "${API_KEY}"],
  ],
  [["--token=abc123"], ["--token=${TOKEN}"]],
  [
    ["-e", "GITHUB_TOKEN=abc123"],
    ["-e", "GITHUB_TOKEN=${GITHUB_TOKEN}"],
  ],
  [
    ["--header", "Authorization: Bearer abc123"],
    ["--header", "Authorization: Bearer ${AUTHORIZATION}"],
  ],
  [
    ["--header", "Authorization:Bearer abc123"],
    ["--header", "Authorization:Bearer ${AUTHORIZATION}"],
  ],
  [
    ["--config", '{"password":"abc123","port":1}'],
    ["--config", '{"password":"${PASSWORD}","port":1}'],
  ],
  [["postgres://ada:hunter22@db.acme.test/app"], ["postgres://ada:${PASSWORD}@db.acme.test/app"]],
  [[`https://${GITHUB}@github.test/x.git`], ["https://${PASSWORD}@github.test/x.git"]],
  [
    ["serve", MODEL],
    ["serve", "${SECRET}"],
  ],
])("of the arguments %j nobody learns a secret", (args, masked) => {
  expect(maskArguments(args)).toEqual(masked);
});

test.each([
  [["--token", "${TOKEN}"]],
  [["--token=$TOKEN"]],
  [["--header", "Authorization: Bearer ${env:TOKEN}"]],
  [["--author", "Ada"]],
  [["--max-tokens", "4000"]],
  [["--token-file", "/run/secrets/token"]],
  [["--tokenizer", "fast"]],
  [["-y", "@acme/auth-server@1.2.0"]],
  [["--token", "--verbose"]],
  [["https://mcp.acme.test/mcp?mode=fast"]],
  [["git@github.test:acme/app.git"]],
])("the arguments %j hold no secret and stay", (args) => {
  expect(maskArguments(args)).toEqual(args);
});

test("a command line is masked where it stands", () => {
  expect(maskLine(`curl -H "Authorization: Bearer abc.def" https://x.test?api_key=k123&v=2`)).toBe(
    `curl -H "Authorization: Bearer \${AUTHORIZATION}" https://x.test?api_key=\${API_KEY}&v=2`,
  );
  expect(maskLine("SLACK_TOKEN=abc notify --password 'hunter22' --channel ops")).toBe(
    "SLACK_TOKEN=${SLACK_TOKEN} notify --password '${PASSWORD}' --channel ops",
  );
});

test.each([
  ["https://mcp.acme.test/s/NzQ4YTk3ZDItMGY2Yi00/mcp", "https://mcp.acme.test/s/NzQ4YTk3ZDItMGY2Yi00/mcp"],
  ["https://mcp.acme.test/s/NzQ4YTk3ZDItMGY2Yi00ZGE3/mcp", "https://mcp.acme.test/s/${URL_KEY}/mcp"],
  ["https://mcp.acme.test/mcp?key=k1&mode=fast", "https://mcp.acme.test/mcp?key=${KEY}&mode=fast"],
  [
    "https://mcp.acme.test/a-long-path-of-many-words-2026/mcp",
    "https://mcp.acme.test/a-long-path-of-many-words-2026/mcp",
  ],
  ["https://mcp.acme.test/mcp?api_key={env:KEY}", "https://mcp.acme.test/mcp?api_key={env:KEY}"],
])("the address %s is told as %s", (url, masked) => {
  expect(maskAddress(url)).toBe(masked);
});

test("the value of a variable is found again in an argument", () => {
  const known = knownSecrets({ TRACKER: "correct-horse", SHORT: "a" }, { "X-Key": "Bearer battery-staple" });
  expect(maskArguments(["correct-horse", "a", "x=battery-staple"], known)).toEqual(["${TRACKER}", "a", "x=${X_KEY}"]);
});

test("the placeholders that were put in are told, those of the person are not", () => {
  expect(placeholdersAdded(["${HOME}", "--token", "x"], ["${HOME}", "--token", "${TOKEN}"])).toEqual(["TOKEN"]);
});

test("a text tells the line of its secret", () => {
  expect(lineWithSecret(`Use it:\n\nexport KEY=${GITHUB}\n`)).toBe(3);
  expect(lineWithSecret("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n")).toBe(1);
  expect(
    lineWithSecret("Set GITHUB_TOKEN to a token that begins with ghp_, and postgres://user:<password>@host/db."),
  ).toBe(undefined);
});

test("a megabyte without a blank is masked", () => {
  expect(maskLine("token-".repeat(170_000))).toHaveLength(1_020_000);
});
