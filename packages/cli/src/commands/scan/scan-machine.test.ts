import { createServer, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { afterEach, expect, test } from "vitest";
import { createDoes } from "../../run.js";
import { HOMES } from "../../scan/testing/homes.js";
import { temporaryMachine, type TemporaryMachine } from "../../scan/testing/temporary-machine.js";
import { registerScan } from "./register.js";

type Entries = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A fake `POST /scan` that rejects the names given by a test. */
const open: Server[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

async function registry(refused: readonly string[] = [], failsAfter = Number.POSITIVE_INFINITY) {
  const bodies: Entries[] = [];
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    bodies.push(JSON.parse(await text(request)) as Entries);
    if (bodies.length > failsAfter) return { status: 503, body: { detail: "The database does not answer." } };
    const { harness: _harness, ...types } = bodies.at(-1) ?? {};
    const registered = Object.entries(types).flatMap(([type, entries]) =>
      entries.map(({ name }) =>
        refused.includes(String(name))
          ? { name, id: "", type: type.slice(0, -1), status: "skipped", reason: "command is a shell." }
          : { name, id: "00000000-0000-4000-8000-000000000000", type: type.slice(0, -1), status: "created" },
      ),
    );
    return { status: 200, body: { registered, summary: {} } };
  };
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response
        .writeHead(status, { "content-type": "application/json", "x-request-id": "fake" })
        .end(JSON.stringify(body));
    });
  });
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Runs a command on the machine and returns its exit code. */
async function typed(machine: TemporaryMachine, ...words: string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command("tack").option("--server <url>").option("-o, --output <format>").exitOverride();
  registerScan(
    program,
    createDoes(machine.cli, (code) => (exitCode = code)),
  );
  await program.parseAsync(words, { from: "user" });
  return exitCode;
}

test("shows what is here, and sends nothing", async () => {
  using machine = temporaryMachine();
  machine.write(HOMES["claude-code"].files);
  expect(await typed(machine, "scan")).toBe(0);
  const { out } = machine.printed();
  expect(out).toContain("Harnesses found: claude-code");
  expect(out).toMatch(/mcp +tracker +claude-code +user +~\/\.claude\.json/);
  expect(out).not.toContain("s3cr3t");
});

test("tells everything in JSON, without a secret", async () => {
  using machine = temporaryMachine();
  for (const { files } of Object.values(HOMES)) machine.write(files);
  expect(await typed(machine, "scan", "-o", "json")).toBe(0);
  const { out } = machine.printed();
  const { items, total, harnesses } = JSON.parse(out) as { items: unknown[]; total: number; harnesses: unknown[] };
  expect(total).toBe(items.length);
  expect(harnesses).toHaveLength(15);
  expect(out).not.toContain("s3cr3t");
});

test("sends after consent, each thing once, and never a secret", async () => {
  using machine = temporaryMachine();
  machine.write({
    ...HOMES["claude-code"].files,
    ".cursor/mcp.json": '{"mcpServers":{"db":{"command":"npx","args":["db@1.0.0","--password","s3cr3t-word"]}}}',
  });
  const { bodies, url } = await registry();
  expect(await typed(machine, "scan", "--register", "--yes", "--server", url)).toBe(0);
  expect(bodies).toHaveLength(1);
  expect(JSON.stringify(bodies)).not.toContain("s3cr3t");
  expect(bodies[0]).toMatchObject({
    harness: "claude-code",
    mcps: expect.arrayContaining([
      {
        name: "db",
        command: "npx",
        args: ["db@1.0.0", "--password", "${PASSWORD}"],
        env: { PASSWORD: "${PASSWORD}" },
        source_harness: "cursor",
      },
    ]) as unknown,
    agents: [expect.objectContaining({ name: "reviewer", source_file: "~/.claude/agents/team/reviewer.md" })],
    hooks: expect.arrayContaining([
      expect.objectContaining({ event: "PostToolUse", handler_type: "command" }),
    ]) as unknown,
  });
  // An event that the registry does not support is reported, but is not an error.
  expect(machine.printed().out).toMatch(
    /claude-code-pre-compact-save +skipped +The registry does not support the event PreCom/,
  );
  expect(machine.printed().out).toMatch(/db +created/);
});

test("what came from the registry is not sent back to it", async () => {
  using machine = temporaryMachine();
  const files = [{ path: ".cursor/agents/reviewer.md", sha256: "0", mode: "owned" }];
  machine.write({
    ".cursor/agents/reviewer.md": "---\nname: reviewer\ndescription: Reviews\n---\nReview.\n",
    ".cursor/commands/explain.md": "Explain it.\n",
    "tack.lock": JSON.stringify({ items: [{ qualified_name: "grace/reviewer", files }] }),
  });
  const { bodies, url } = await registry();
  expect(await typed(machine, "scan", "--register", "--yes", "--server", url)).toBe(0);
  expect(bodies).toMatchObject([{ prompts: [{ name: "explain" }] }]);
  expect(bodies[0]).not.toHaveProperty("agents");
  expect(machine.printed().out).toMatch(/reviewer +skipped +Installed from grace\/reviewer/);
});

test("asks nobody where nobody sits, and sends nothing", async () => {
  using machine = temporaryMachine();
  machine.write(HOMES.cursor.files);
  const { bodies, url } = await registry();
  expect(await typed(machine, "scan", "--register", "--server", url)).toBe(2);
  expect(machine.printed().err).toContain("--yes");
  expect(bodies).toEqual([]);
});

test("what the service refuses makes the result a partial one", async () => {
  using machine = temporaryMachine();
  machine.write(HOMES.cursor.files);
  const { url } = await registry(["tracker"]);
  expect(await typed(machine, "scan", "--register", "--yes", "--server", url, "-o", "json")).toBe(11);
  const { out, err } = machine.printed();
  expect(out).toBe("");
  expect(JSON.parse(err)).toMatchObject({
    error: {
      category: "partial",
      exit_code: 11,
      result: {
        summary: { created: 5, existing: 0, skipped: 2 },
        registered: expect.arrayContaining([
          { name: "tracker", id: "", type: "mcp", status: "skipped", reason: "command is a shell." },
        ]) as unknown,
      },
    },
  });
});

test("a file that cannot be read makes the result a partial one", async () => {
  using machine = temporaryMachine();
  machine.write({ ".cursor/mcp.json": "{", "~/.codex/config.toml": '[mcp_servers.a]\ncommand = "a"\n' });
  const { bodies, url } = await registry();
  expect(await typed(machine, "scan", "--register", "--yes", "--server", url)).toBe(11);
  expect(bodies).toHaveLength(1);
  expect(machine.printed().err).toContain(".cursor/mcp.json: Cannot read the file");
});

test("many are sent in batches; a failure in between tells what was done", async () => {
  using machine = temporaryMachine();
  const servers = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`server-${at}`, { command: "npx" }]));
  machine.write({ ".mcp.json": JSON.stringify({ mcpServers: servers }) });
  const whole = await registry();
  expect(await typed(machine, "scan", "--register", "--yes", "--server", whole.url)).toBe(0);
  expect(whole.bodies.map(({ mcps = [] }) => mcps.length)).toEqual([50, 50, 20]);
  const failing = await registry([], 1);
  expect(await typed(machine, "scan", "--register", "--yes", "--server", failing.url)).toBe(11);
  expect(machine.printed().err).toContain("Registered 50 of 120, then failed: The database does not answer.");
});

test("a harness that is unknown is a usage error", async () => {
  using machine = temporaryMachine();
  expect(await typed(machine, "scan", "--harness", "emacs")).toBe(2);
  expect(machine.printed().err).toContain("claude-code");
});

test("only the harnesses that were named", async () => {
  using machine = temporaryMachine();
  for (const { files } of Object.values(HOMES)) machine.write(files);
  await typed(machine, "scan", "--harness", "zed", "--harness", "claude_code", "--scope", "user", "-o", "json");
  const { items } = JSON.parse(machine.printed().out) as { items: { harnesses: string[]; scope: string }[] };
  expect(new Set(items.flatMap(({ harnesses }) => harnesses))).toEqual(new Set(["zed", "claude-code"]));
  expect(new Set(items.map(({ scope }) => scope))).toEqual(new Set(["user"]));
});
