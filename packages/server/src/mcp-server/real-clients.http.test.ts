import { randomUUID } from "node:crypto";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { createMcpClients } from "../../test/mcp-clients.js";
import { createSend, invitePeople, type Person, type Send } from "../../test/people.js";
import { runClient, whatItSays, withClient } from "../../test/real-clients.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { temporaryDirectory } from "../../test/temporary.js";

/** Of the scenarios that the suite has for a revision, those that must pass without a failure. All others are in `NOT_OURS`. */
const PASSED: Readonly<Record<string, readonly string[]>> = {
  "2025-06-18": ["server-initialize", "server-session-lifecycle", "ping", "tools-list"],
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "server-sse-polling",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
  ],
};

/**
 * What the suite asks of its own example of a server, and says so: tools that only the example has, and features that a server
 * without prompts, resources, completions and logging does not declare. Nothing else may fail.
 */
const NOT_OURS: readonly { readonly scenario: RegExp; readonly error: RegExp }[] = [
  { scenario: /./, error: /Unknown tool test_\w+/ },
  { scenario: /./, error: /does not list the diagnostic tool 'test_\w+'/ },
  { scenario: /^json-schema-2020-12$/, error: /Tool 'json_schema_2020_12_tool' not found/ },
  { scenario: /^http-custom-header-server-validation$/, error: /exposes no tool with x-mcp-header annotations/ },
  { scenario: /^(prompts|resources)-|^caching$|^input-required-result-non-tool-request$/, error: /Method not found/ },
  { scenario: /^(logging-set-level|tools-call-with-logging|completion-complete)$/, error: /Method not found/ },
  // They call test_input_required_result_multi_round and test_input_required_result_tampered_state.
  {
    scenario: /^input-required-result-(multi-round|tampered-state)$/,
    error: /InputRequiredResult with (inputRequests|requestState)/,
  },
];

describe("real clients (embedded)", () => {
  let server: TestServer;
  let send: Send;
  let admin: Person;
  let base: string;
  let key: string;
  let proxy: Server;
  beforeAll(async () => {
    server = await startTestServer();
    send = createSend(server);
    ({ admin } = await invitePeople(server));
    key = (await send("POST /keys", { token: admin.token, body: { name: randomUUID() } })).json<{ key: string }>().key;
    base = await server.app.listen({ host: "127.0.0.1", port: 0 });
    const body = { value: base };
    await send("PUT /admin/settings/deployment.public_url", { token: admin.token, body });
    proxy = addingKey(base, key);
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    proxy.close();
    await server.close();
  });

  withClient("claude")("Claude Code connects with a key, and is told where to sign in without one", async () => {
    const home = temporaryDirectory();
    const claude = async (...words: string[]): Promise<string> =>
      (await runClient("claude", ["mcp", ...words], { home })).stdout;
    await claude("add", "--transport", "http", "tackroom", `${base}/mcp`, "--header", `X-API-Key: ${key}`);
    await claude("add", "--transport", "http", "without", `${base}/mcp`);
    const listed = await claude("list");
    expect(listed).toMatch(/tackroom: .* Connected/);
    expect(listed).toMatch(/without: .* Needs authentication/);
  });

  /** What the suite prints, without colours. A scenario that fails exits with 1, and says what has failed. */
  const conformance = async (...words: string[]): Promise<string> => {
    const said = await whatItSays(runClient("conformance", words, { home: temporaryDirectory() }));
    // oxlint-disable-next-line no-control-regex -- that is what colours are
    return said.replaceAll(/\u001B\[[\d;]*m/g, "");
  };
  const scenariosOf = async (revision: string): Promise<string[]> => {
    const [ofServers = ""] = (await conformance("list")).split("Client scenarios");
    return [...ofServers.matchAll(/- (\S+) \[([^\]]*)\]/g)].flatMap(([, name, revisions]) =>
      name && revisions?.split(",").includes(revision) ? [name] : [],
    );
  };
  /** What has failed, each as the suite says why. */
  const failuresOf = async (scenario: string, revision: string): Promise<string[]> => {
    const { port } = proxy.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    const output = await conformance("server", "--url", url, "--scenario", scenario, "--spec-version", revision);
    const failed = /Passed: \d+\/\d+, (\d+) failed/.exec(output)?.[1];
    const errors = [...output.matchAll(/^ +Error: (.*)$/gm)].map(([, error = ""]) => error);
    expect([scenario, output, errors.length]).toEqual([scenario, expect.stringContaining("Passed:"), Number(failed)]);
    return errors;
  };

  for (const [revision, passed] of Object.entries(PASSED)) {
    withClient("conformance")(`the conformance suite passes for ${revision}: every scenario that it has`, async () => {
      const scenarios = await scenariosOf(revision);
      expect(scenarios.length).toBeGreaterThan(20);
      const whole: string[] = [];
      for (const scenario of scenarios) {
        const errors = await failuresOf(scenario, revision);
        if (errors.length === 0) whole.push(scenario);
        const ours = errors.filter(
          (error) => !NOT_OURS.some((known) => known.scenario.test(scenario) && known.error.test(error)),
        );
        expect([scenario, ours]).toEqual([scenario, []]);
      }
      expect(whole).toEqual(passed);
    });
  }

  withClient("conformance")("the conformance suite passes for authorization servers", async () => {
    const port = await freePort();
    const redirect = `http://127.0.0.1:${port}/callback`;
    const { register } = createMcpClients(server, send);
    const registered = await register({ client_name: "Conformance", redirect_uris: [redirect] });
    const { client_id: clientId } = registered.json<{ client_id: string }>();
    const words = ["authorization", "--url", base, "--client-id", clientId, "--port", String(port)];
    const running = runClient("conformance", [...words, "--resource", `${base}/mcp`], { home: temporaryDirectory() });
    // It prints the address of the page on which somebody has to agree, and waits.
    const asked = await new Promise<Record<string, string>>((resolve, reject) => {
      let printed = "";
      running.child.stdout?.on("data", (text: string) => {
        printed += text;
        const [address] = /^http\S+[?&]response_type=code\S*$/m.exec(printed) ?? [];
        if (address) resolve(Object.fromEntries(new URL(address).searchParams));
      });
      running.child.on("exit", () => reject(new Error(printed)));
    });
    const answer = await send("POST /oauth/consent", { token: admin.token, body: { ...asked, decision: "allow" } });
    expect((await fetch(answer.json<{ redirect_to: string }>().redirect_to)).status).toBe(200);
    const output = await whatItSays(running);
    expect(output).toMatch(/authorization-code-grant: 1 passed, 0 failed/);
    expect(output).not.toMatch(/FAILURE|SKIPPED|[1-9]\d* failed/);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The suite has no credentials to send. */
function addingKey(base: string, apiKey: string): Server {
  const { hostname, port } = new URL(base);
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
