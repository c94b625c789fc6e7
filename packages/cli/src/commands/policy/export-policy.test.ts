import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const SECRET = `abcdef${"x".repeat(37)}`;
const ID = "0190aaaa-0000-7000-8000-000000000001";
const FEED = { id: ID, name: "laptops", prefix: "abcdef" };
const contentWith = (secret: string): string => `{\n  "url": "https://x/c/${secret}/marketplace.git"\n}\n`;

async function machine(): Promise<TestMachine & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server = await fakeServer((method, path) => {
    asked.push(`${method} ${path.replace("/api/v1", "")}`);
    if (method === "POST") return { body: { ...FEED, secret: SECRET, url: `https://x/c/${SECRET}` } };
    if (path.endsWith("/feeds")) return { body: [FEED], headers: { "x-total-count": "1" } };
    const policy = {
      harness: "claude-code",
      display_name: "Claude Code",
      file_name: "managed-settings.json",
      content: contentWith("<secret>"),
      secret_placeholder: "<secret>",
      feed: FEED,
      marketplace_url: "https://x/c/<secret>/marketplace.git",
      allowed_count: 3,
      places: [{ platform: "linux", path: "/etc/claude-code/managed-settings.json" }],
      notes: ["Telemetry is left out."],
    };
    return { body: policy };
  });
  return { ...testMachine(server), asked };
}

test("the file is printed as it is, with the secret in it, and the rest is told beside it", async () => {
  const at = await machine();
  const env = { TACK_FEED_SECRET: SECRET };
  const { stdout, stderr } = await at.run("policy export claude-code --feed laptops", { env });
  expect(stdout).toBe(contentWith(SECRET));
  expect(stderr).toContain("/etc/claude-code/managed-settings.json");
  expect(stderr).toContain("Telemetry is left out.");
  // The secret is not sent anywhere.
  expect(at.asked.join("\n")).not.toContain(SECRET);
});

test("an address of the feed is as good as its secret, and a file is only for its owner to read", async () => {
  const at = await machine();
  const words = `policy export claude-code --feed laptops --secret https://x/c/${SECRET} --file policy.json`;
  expect((await at.run(words)).exitCode).toBe(0);
  const path = join(at.cwd, "policy.json");
  expect(readFileSync(path, "utf8")).toBe(contentWith(SECRET));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a new feed is made for the file", async () => {
  const at = await machine();
  expect((await at.run("policy export copilot --new-feed laptops")).stdout).toBe(contentWith(SECRET));
  expect(at.asked[0]).toBe("POST /feeds");
});

test("a dry run creates no feed and writes no file", async () => {
  const at = await machine();
  const { stdout } = await at.run("policy export copilot --new-feed laptops --file policy.json --dry-run");
  expect(stdout).toContain("<secret>");
  expect(at.asked).toEqual(["GET /policy/copilot"]);
  expect(existsSync(join(at.cwd, "policy.json"))).toBe(false);
});

test.each([
  ["without the secret", "--feed laptops", "TACK_FEED_SECRET"],
  ["with the secret of another feed", `--feed laptops --secret ${"z".repeat(43)}`, "begins with abcdef"],
  ["with two feeds", "--feed laptops --new-feed more", ""],
])("a file %s is a usage error", async (_, options, words) => {
  const at = await machine();
  const { exitCode, stderr, stdout } = await at.run(`policy export claude-code ${options}`);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(words);
});

test("other harnesses are refused with those that there are", async () => {
  const { exitCode, stderr } = await (await machine()).run("policy export cursor");
  expect(exitCode).toBe(2);
  expect(stderr).toContain("claude-code");
});
