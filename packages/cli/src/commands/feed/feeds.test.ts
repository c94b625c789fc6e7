import { expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const SECRET = `abcdef${"x".repeat(37)}`;
const FEED = {
  id: "0190aaaa-0000-7000-8000-000000000001",
  name: "laptops",
  content: "public",
  team_id: null,
  items: [],
  created_by: "0190aaaa-0000-7000-8000-000000000009",
  prefix: "abcdef",
  created_at: "2026-03-01T10:00:00.000Z",
  expires_at: null,
  is_live: true,
  last_used_at: null,
  use_count: 0,
  uses: [],
};
const MADE = { ...FEED, secret: SECRET, url: `https://tack.example.com/c/${SECRET}` };
const TWIN = { ...FEED, id: "0190aaaa-0000-7000-8000-000000000002", name: "twin", prefix: "bbbbbb" };
const OTHER_TWIN = { ...TWIN, id: "0190aaaa-0000-7000-8000-000000000003" };

async function machine(): Promise<TestMachine & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server = await fakeServer((method, path, { body }) => {
    const sent = body === undefined ? "" : ` ${JSON.stringify(body)}`;
    asked.push(`${method} ${path.replace("/api/v1", "")}${sent}`);
    if (method === "DELETE") return { status: 204, body: "" };
    if (method === "POST") return { body: MADE };
    if (path.endsWith("/feeds")) return { body: [FEED, TWIN, OTHER_TWIN], headers: { "x-total-count": "3" } };
    return { body: FEED };
  });
  return { ...testMachine(server), asked };
}

test("feeds are listed with what they show and how they are used", async () => {
  const { stdout } = await (await machine()).run("feed list");
  for (const words of ["laptops", "abcdef", "the public", "never"]) expect(stdout).toContain(words);
});

test("a new feed prints only its address on standard output", async () => {
  const at = await machine();
  const { stdout, stderr } = await at.run("feed create laptops --public --expires-in-days 30");
  expect(stdout).toBe(`${MADE.url}\n`);
  expect(stderr).toContain("not shown again");
  expect(at.asked).toEqual(['POST /feeds {"name":"laptops","content":"public","expires_in_days":30}']);
  expect((await at.run("feed create laptops --public --team platform")).exitCode).toBe(2);
  expect((await at.run("feed create laptops --expires-in-days soon")).exitCode).toBe(2);
});

test("a feed is rotated and revoked by its name, after a confirmation", async () => {
  const at = await machine();
  expect((await at.run("feed rotate laptops")).exitCode).toBe(2);
  expect((await at.run("feed revoke laptops")).exitCode).toBe(2);
  expect(at.asked.filter((line) => !line.startsWith("GET "))).toEqual([]);
  expect((await at.run("feed rotate laptops --yes")).stdout).toBe(`${MADE.url}\n`);
  expect((await at.run(`feed revoke ${FEED.id} --yes`)).stdout).toBe('✓ Revoked the feed "laptops".\n');
  expect(at.asked).toContain(`DELETE /feeds/${FEED.id}`);
});

test("nothing is revoked when several feeds match, or none", async () => {
  const at = await machine();
  const { exitCode, stderr } = await at.run("feed revoke twin --yes");
  expect(exitCode).toBe(6);
  for (const { id } of [TWIN, OTHER_TWIN]) expect(stderr).toContain(id);
  expect((await at.run("feed revoke nobody --yes")).exitCode).toBe(5);
  expect(at.asked.filter((line) => line.startsWith("DELETE"))).toEqual([]);
});
