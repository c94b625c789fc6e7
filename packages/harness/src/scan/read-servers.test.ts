import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScanPlace } from "./found.js";
import { readServers } from "./read-servers.js";
import { limitsOf, unknownMembers } from "./server-members.js";

const PLACE: ScanPlace = { type: "mcps", scope: "user", pattern: "~/x.json", members: [["mcpServers"]] };

const read = (entry: unknown) =>
  readServers({ path: "x.json", text: JSON.stringify({ mcpServers: { a: entry } }) }, PLACE)[0];

/** Long enough to be told from other words; what people use as keys besides. */
const secret = fc.stringMatching(/^zq[A-Za-z0-9_.~+/-]{8,40}[a-z]$/);

/** Every place in which some harness, or some person, keeps a secret of a server. */
const PLACES: readonly ((value: string) => object)[] = [
  (value) => ({ command: "npx", env: { TOKEN: value } }),
  (value) => ({ command: "npx", env: { OPAQUE: value }, args: ["--with", value, `x=${value}`] }),
  (value) => ({ command: ["npx", "--api-key", value], environment: { A: value } }),
  (value) => ({ cmd: "npx", args: [`--token=${value}`], envs: { A: value } }),
  (value) => ({ command: "npx", args: ["-e", `ACME_SECRET=${value}`] }),
  (value) => ({ command: "npx", args: ["--header", `Authorization: Bearer ${value}`] }),
  (value) => ({ url: "https://x.test/mcp", headers: { Authorization: `Bearer ${value}` } }),
  (value) => ({ url: "https://x.test/mcp", http_headers: { "X-Key": value }, bearerToken: value }),
  (value) => ({ url: `https://x.test/mcp?api_key=${encodeURIComponent(value)}` }),
  (value) => ({ url: `https://ada:${encodeURIComponent(value)}@x.test/mcp` }),
  (value) => ({ url: "https://x.test/mcp", bearer_token_env_var: `${value}-` }),
  (value) => ({ url: "https://x.test/mcp", oauth: { clientSecret: value }, headersHelper: value }),
];

test("a secret of a server is in nothing that is found", () => {
  fc.assert(
    fc.property(secret, fc.constantFrom(...PLACES), (value, place) => {
      const found = JSON.stringify(read(place(value)));
      expect(found).not.toContain(value);
      expect(found).not.toContain(encodeURIComponent(value));
    }),
    { numRuns: 500 },
  );
});

test("what only looks like a text is none", () => {
  const odd = { toString: "", valueOf: 1 };
  expect(read({ command: "x", type: odd, env_http_headers: { A: odd } })?.name).toBe("a");
});

test("whatever stands in an entry, nothing is thrown", () => {
  const name = fc.constantFrom(
    "command",
    "args",
    "env",
    "url",
    "headers",
    "cmd",
    "env_vars",
    "env_http_headers",
    "type",
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), (entry) => {
      expect(read(entry)?.name ?? "a").toBe("a");
    }),
  );
});

const NOTHING_LOST = { limits: [], unknown: [] };

test.each<[Record<string, unknown>, { limits: string[]; unknown: string[] }]>([
  [{ sandbox: "read-only" }, { limits: ["sandbox"], unknown: [] }],
  [{ tools: { write: false } }, { limits: ["tools"], unknown: [] }],
  [{ tools: { search: { approval_mode: "deny" } } }, { limits: ["tools"], unknown: [] }],
  [{ disabledTools: "write" }, { limits: ["disabledTools"], unknown: [] }],
  [
    { disabled_tools: ["write"], enabledTools: ["read"] },
    { limits: ["disabled_tools", "enabledTools"], unknown: [] },
  ],
  [
    { sandboxEnabled: true, cwd: "/srv" },
    { limits: ["sandboxEnabled"], unknown: ["cwd"] },
  ],
  [{ tools: ["*"] }, NOTHING_LOST],
  [{ tools: "*", sandbox: false, excludeTools: [], sandboxEnabled: null, include_tools: "" }, NOTHING_LOST],
])("what %j loses in the registry", (entry, lost) => {
  expect({ limits: limitsOf(entry), unknown: unknownMembers(entry) }).toEqual(lost);
});
