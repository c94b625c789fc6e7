import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import type { Cli } from "../../cli.js";
import { dockerArguments, readSandboxes, timeoutSecondsOf } from "./sandbox-settings.js";
import { serveSandboxes } from "./serve-sandboxes.js";

const NODE = { name: "node offline", runtime_type: "docker", image: "node:20.19-slim" };

describe("a container", () => {
  test("has no network, no rights and no files but the project, unless the sandbox says so", () => {
    const args = dockerArguments(NODE, "/p", "ls").join(" ");
    expect(args).toBe(
      "run --rm --interactive --network none --cap-drop ALL --security-opt no-new-privileges --pids-limit 512 " +
        "--volume /p:/work --workdir /work --entrypoint sh node:20.19-slim -c ls",
    );
  });

  test("gets the limits that the sandbox says", () => {
    const limits = { cpus: 1.5, memory_mb: 512, pids: 64 };
    const args = dockerArguments(
      { ...NODE, network_policy: "bridge", resource_limits: limits, entrypoint: "/run" },
      "/p",
      "x",
    );
    expect(args.join(" ")).toContain("--network bridge");
    expect(args.join(" ")).toContain("--cpus 1.5 --memory 512m --pids-limit 64");
    expect(args.slice(-4)).toEqual(["--entrypoint", "/run", "node:20.19-slim", "x"]);
    expect(dockerArguments({ ...NODE, network_policy: "restricted" }, "/p", "x").join(" ")).toContain("--network none");
  });

  test("may take as long as the sandbox says", () => {
    expect(
      [NODE, { ...NODE, timeout: 5 }, { ...NODE, resource_limits: { timeout: "30s" } }].map(timeoutSecondsOf),
    ).toEqual([300, 5, 30]);
  });

  test.each([undefined, "", "{}", "[]", '[{"name":1}]'])("is not started for %s", (text) => {
    expect(() => readSandboxes(text)).toThrow("TACK_SANDBOXES");
  });
});

describe("the MCP server", () => {
  const folder = mkdtempSync(join(tmpdir(), "tack-sandbox-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Records the docker command without running docker.
  writeFileSync(join(folder, "docker"), '#!/bin/sh\necho "$@"\ncase "$*" in *fail*) exit 3 ;; *) exit 0 ;; esac\n');
  chmodSync(join(folder, "docker"), 0o755);

  async function talk(...requests: object[]): Promise<{ id: number; result: Record<string, unknown> }[]> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const env = { PATH: `${folder}:${process.env["PATH"]}`, TACK_SANDBOXES: JSON.stringify([NODE]) };
    const flags = { output: "table", color: false, debug: false } as const;
    const cli: Cli = {
      env,
      cwd: "/p",
      home: "/",
      platform: "linux",
      stdin,
      stdout,
      stderr,
      flags,
      operation: "sandbox serve",
    };
    const served = serveSandboxes(cli);
    const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const all = [{ id: 0, method: "initialize", params: client }, ...requests];
    const answers: { id: number; result: Record<string, unknown> }[] = [];
    for (const request of all) {
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
      const [line] = await new Promise<string[]>((resolve) => {
        stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().split("\n")));
      });
      answers.push(JSON.parse(line ?? "") as (typeof answers)[number]);
    }
    stdin.end();
    await served;
    return answers;
  }

  test("has a tool for each sandbox, and says how a command ended", async () => {
    const call = (command: string) => ({ name: "run_in_node_offline", arguments: { command } });
    const [, list, ran, failed, unknown] = await talk(
      { id: 1, method: "tools/list" },
      { id: 2, method: "tools/call", params: call("ls -la") },
      { id: 3, method: "tools/call", params: call("fail") },
      { id: 4, method: "tools/call", params: { name: "run_in_other", arguments: {} } },
    );
    expect(list?.result).toMatchObject({ tools: [{ name: "run_in_node_offline" }] });
    expect(ran?.result).toMatchObject({ isError: false, content: [{ text: expect.stringContaining("-c ls -la") }] });
    expect(failed?.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Exit code 3.") }],
    });
    expect(unknown?.result).toMatchObject({ isError: true });
  });
});
