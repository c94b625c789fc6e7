import { describe, expect, test } from "vitest";
import { findSecrets } from "./find-secrets.js";

/** Put together here, so that scanners of this repository find nothing in it. */
const R = "q7Zp2LxV9bNc4TmK8sWd3HfJ6yRg5AeU1oXvBn0Mw2QtYkEiPzSa";
const HEX = "9f8b2c7d4e1a6053b7c8d9e2f1a4b6c3d5e7f80912ab34cd56ef7089a1b2c3d4";
const random = (length: number): string => (R + Array.from(R).toReversed().join("")).slice(0, length);
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = [base64url({ alg: "HS256", typ: "JWT" }), base64url({ sub: "ada", iat: 1 }), random(43)].join(".");
const exampleJwt = jwt.replace(/\.[^.]+/, `.${base64url({ sub: "1234567890", name: "John Doe" })}`);
const pem = (kind: string): string =>
  `-----BEGIN ${kind}-----\nMIIEvQIBADANBgkq${random(48)}\n${random(64)}\n-----END ${kind}-----\n`;

describe("is found", () => {
  test.each([
    ["AWS access key", ["AKIA", "Z7QW4TLMN2XYR5PD"].join("")],
    ["AWS secret", `aws_secret_access_key = ${random(38)}/+`],
    ["GitHub classic", `ghp_${random(36)}`],
    ["GitHub app", `ghs_${random(36)}`],
    ["GitHub OAuth", `gho_${random(36)}`],
    ["GitHub fine-grained", `github_pat_11ABCDEFG0${random(20)}_${random(50)}`],
    ["GitLab", `glpat-${random(20)}`],
    ["Slack bot", ["xoxb", "9182736450", "5647382910", random(24)].join("-")],
    ["Slack webhook", `https://hooks.slack.com/services/T02A9QX7K/B03B8RY6L/${random(24)}`],
    ["Stripe", `sk_live_${random(24)}`],
    ["OpenAI", `sk-${random(48)}`],
    ["OpenAI project", `sk-proj-${random(48)}`],
    ["OpenRouter", `sk-or-v1-${HEX}`],
    ["Anthropic", `sk-ant-api03-${random(60)}`],
    ["Google", `AIza${random(35)}`],
    ["npm", `npm_${random(36)}`],
    ["PyPI", `pypi-AgEIcHlwaS5vcmc${random(60)}`],
    ["Hugging Face", `hf_${random(34)}`],
    ["SendGrid", `SG.${random(22)}.${random(43)}`],
    ["Twilio", `SK${HEX.slice(0, 32)}`],
    ["DigitalOcean", `dop_v1_${HEX}`],
    ["xAI", `xai-${random(80)}`],
    ["Telegram", `8172635490:AA${random(33)}`],
    ["age", `AGE-SECRET-KEY-1${"Z7QW4TLMN2XYR5PDKB3VHJ6SFGCA".repeat(3).slice(0, 58)}`],
    ["password with a slash in a URL", "postgres://ada:pa/ss9wd/x@db.acme.test/x"],
    ["Tackroom", `tack_live_${random(43)}`],
    ["Tackroom test", `tack_test_${random(43)}`],
    ["JWT", jwt],
    ["PEM", pem("PRIVATE KEY")],
    ["RSA PEM", pem("RSA PRIVATE KEY")],
    ["OpenSSH PEM", pem("OPENSSH PRIVATE KEY")],
    ["PEM on one line", pem("EC PRIVATE KEY").replaceAll("\n", "\\n")],
    ["password in a URL", "postgres://ada:hunter2-Blue@db.acme.test/x"],
    ["password without a user", "redis://:s3cr3tvalue@cache.acme.test:6379"],
    ["git credentials", "https://ada:k9f3jd82@git.acme.test/r.git"],
    ["bearer token", `Authorization: Bearer ${random(40)}`],
    ["basic credentials", `Authorization: Basic ${btoa("ada:k9f3jd82")}`],
    ["assignment", `api_key = "${random(32)}"`],
    ["assignment in JSON", `{"apiKey": "${random(32)}"}`],
    ["environment file", `MY_SERVICE_TOKEN=${random(32)}`],
    ["an option", `--api-key=${random(32)}`],
    ["hexadecimal API key", `api_key: ${HEX.slice(0, 32)}`],
  ])("%s", (_what, secret) => {
    const inProse = `Some text before\n${secret}\nand after`;
    for (const text of [secret, inProse]) {
      const [error, ...others] = findSecrets({ field: text });
      expect(others).toEqual([]);
      expect(error?.path).toBe("field");
      expect(error?.message).not.toContain(secret.slice(-12));
    }
    expect(findSecrets(inProse)[0]?.message).toContain("(line 2)");
  });

  test.each([
    ["a member's name", { env: { SERVICE_API_KEY: random(32) } }, "env.SERVICE_API_KEY"],
    ["the option before it", { args: ["--token", random(32)] }, "args[1]"],
    ["a variable's default", { variables: [{ name: "api_key", default: random(32) }] }, "variables[0].default"],
    ["an AWS name", { AWS_SECRET_ACCESS_KEY: `${random(38)}/+` }, "AWS_SECRET_ACCESS_KEY"],
  ])("by %s", (_what, value, path) => {
    expect(findSecrets(value).map((error) => error.path)).toEqual([path]);
  });

  test("in the name of a member, without repeating it", () => {
    const key = `ghp_${random(36)}`;
    const errors = findSecrets({ headers: { [key]: `glpat-${random(20)}` } }, "body");
    expect(errors.map(({ path }) => path)).toEqual(["body.headers", 'body.headers["…"]']);
    expect(JSON.stringify(errors)).not.toContain(key);
  });

  test("all of them at once", () => {
    const errors = findSecrets({ a: [`x glpat-${random(20)} and ghp_${random(36)}`], b: jwt });
    expect(errors.map(({ path }) => path)).toEqual(["a[0]", "a[0]", "b"]);
  });
});

describe("passes", () => {
  test.each([
    ["sk-..."],
    ["sk-ant-..."],
    ["sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx"],
    ["sk-proj-your-key-here-0123456789"],
    ["ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
    ["ghp_1234567890abcdefghijklmnopqrstuvwxyz"],
    ["xoxb-your-slack-bot-token-here"],
    ["xoxb-123456789012-1234567890123-abcdefghijklmnopqrstuvwx"],
    ["AKIAIOSFODNN7EXAMPLE"],
    // Letters and digits in their order, as a text about what attackers look for shows a key.
    ["regex: (?:amqp|postgres)://[^:]+:[^@]+@[^/]+"],
    ["regex: postgres://[^:@]+:[^@]+@"],
    [exampleJwt],
    [`token = "${exampleJwt}"`],
    [`Authorization: Bearer ${exampleJwt}`],
    ["Example: AIzaSyB1C2D3E4F5G6H7I8J9K0L1M2N3O4P5Q6R"],
    ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
    ["api_key = YOUR_API_KEY_GOES_HERE_PLEASE"],
    ['apiKey: "${API_KEY}"'],
    ["token: <token>"],
    ["token = process.env.GITHUB_TOKEN_FOR_ACTIONS"],
    ['token = os.environ["GITHUB_TOKEN"]'],
    ["password: correct-horse-battery-staple"],
    ["Authorization: Bearer ${TOKEN}"],
    ["Authorization: Bearer YOUR_ACCESS_TOKEN_HERE"],
    ["Bearer authentication-is-required-for-this"],
    [`Authorization: Basic ${btoa("user:password")}`],
    ["postgres://user:password@localhost/db"],
    ["postgres://postgres:test@localhost/test"],
    ["postgres://app:changeme@127.0.0.1:5432/app"],
    ["mysql://root:root@db:3306/app"],
    ["sk_test_4eC39HqLyjWDarjtT1zdp7dc"],
    ["postgres://postgres:postgres@localhost/db"],
    ["postgres://user:${PASS}@host/db"],
    ["postgres://user:<password>@host/db"],
    ["postgres://user:{password}@host/db"],
    ["mysql://root:***@host/db"],
    ["https://user:example@host"],
    ["https://abc:xyz@host"],
    ["https://ada:k9f3jd82@www.example.com/x"],
    ["redis://:authpassword@127.0.0.1:6380/4"],
    ["http://localhost:3000/@scope/package"],
    ["ssh://git@github.com:22/x"],
    ["git@github.com:acme/x.git"],
    ["commit 3f786850e387550fdab836ed7e6dc881de23001b"],
    ["token: 3f786850e387550fdab836ed7e6dc881de23001b"],
    ["secret: 123e4567-e89b-42d3-a456-426614174000"],
    ['"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="'],
    [
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    ],
    ["eyJhbGciOi.not.a-token"],
    ["-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"],
    ["-----BEGIN CERTIFICATE-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n-----END CERTIFICATE-----"],
    ["sk-folding-cube-animation-container-01"],
    ["npm_config_registry_is_a_variable_of_npm_itself"],
    ["tack_live_…"],
    ["max_tokens: 4096, token_budget: 100000"],
    ["Set SECRET_KEY=changeme-please-1234567890-now"],
  ])("%j", (text) => {
    expect(findSecrets({ description: text, skill_md_content: `Use it:\n\`\`\`\n${text}\n\`\`\`` })).toEqual([]);
  });

  test("declared names, numbers and what is absent", () => {
    const value = { environment_variables: [{ name: "GITHUB_TOKEN", description: "A token", required: true }], n: 1 };
    expect(findSecrets({ ...value, none: null, missing: undefined })).toEqual([]);
  });
});

test.each([
  "a",
  "A=",
  "-----BEGIN ",
  "eyJaaaaaaaa-",
  "eyJaaaaaaaa.",
  "sk-",
  "://a:",
  "token=",
  "bearer ",
  "ghp_a",
  "\n",
])("a megabyte of %j comes to an end", (piece) => {
  expect(findSecrets(piece.repeat(Math.ceil(2 ** 20 / piece.length)))).toEqual([]);
});
