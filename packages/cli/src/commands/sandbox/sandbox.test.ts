import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import type { Cli } from "../../cli.js";
import type { Action } from "../../run.js";
import { dockerArguments, readSandboxes, timeoutSecondsOf } from "./sandbox-settings.js";
import { serveSandboxes, serveUntilClosed } from "./serve-sandboxes.js";

const NODE = { name: "node offline", runtime_type: "docker", image: "node:20.19-slim" };

describe("a container", () => {
  test("has no network, no rights and no files but the project, unless the sandbox says so", () => {
    const args = dockerArguments(NODE, "/p", "ls", "c1").join(" ");
    expect(args).toBe(
      "run --rm --name c1 --interactive --network none --cap-drop ALL --security-opt no-new-privileges --pids-limit 512 " +
        "--volume /p:/work --workdir /work --entrypoint sh node:20.19-slim -c ls",
    );
  });

  test("gets the limits that the sandbox says", () => {
    const limits = { cpus: 1.5, memory_mb: 512, pids: 64 };
    const args = dockerArguments(
      { ...NODE, network_policy: "bridge", resource_limits: limits, entrypoint: "/run" },
      "/p",
      "x",
      "c1",
    );
    expect(args.join(" ")).toContain("--network bridge");
    expect(args.join(" ")).toContain("--cpus 1.5 --memory 512m --pids-limit 64");
    expect(args.slice(-4)).toEqual(["--entrypoint", "/run", "node:20.19-slim", "x"]);
    expect(dockerArguments({ ...NODE, network_policy: "restricted" }, "/p", "x", "c1").join(" ")).toContain(
      "--network none",
    );
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
  const [log, stuck] = [join(folder, "log"), join(folder, "stuck")];
  // Records the docker command without running docker. What hangs ignores that its client is gone, as a container does.
  const docker = `#!/bin/sh
echo "$@"
echo "$@" >>"${log}"
case "$*" in
rm*) test ! -e "${stuck}" || { sleep 60; exit; } ;;
*hang*) exec sleep 60 ;;
*fail*) exit 3 ;;
esac
`;
  writeFileSync(join(folder, "docker"), docker);
  chmodSync(join(folder, "docker"), 0o755);

  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const talk = (...requests: object[]) => talkAbout([NODE], ...requests);

  /** Commander passes its options too. */
  const act: Action<[object]> = serveSandboxes;

  function serving(sandboxes: readonly object[], removalSeconds?: number) {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const env = { PATH: `${folder}:${process.env["PATH"]}`, TACK_SANDBOXES: JSON.stringify(sandboxes) };
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
    return {
      stdin,
      stdout,
      stderr,
      served: removalSeconds === undefined ? act(cli, {}) : serveUntilClosed(cli, removalSeconds),
    };
  }

  async function talkAbout(
    sandboxes: readonly object[],
    ...requests: object[]
  ): Promise<{ id: number; result: Record<string, unknown> }[]> {
    const { stdin, stdout, served } = serving(sandboxes);
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

  const hang = { name: "run_in_node_offline", arguments: { command: "hang" } };
  function startHanging(stdin: PassThrough): void {
    for (const request of [
      { id: 0, method: "initialize", params: client },
      { id: 1, method: "tools/call", params: hang },
    ]) {
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
    }
  }
  const logged = (): string[] => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  /** The containers that were started and are not removed. */
  const running = (): string[] => {
    const lines = logged();
    return lines
      .flatMap((line) => / --name (\S+) .*hang/.exec(line)?.[1] ?? [])
      .filter((name) => !lines.includes(`rm --force ${name}`));
  };

  test("removes the container of a command that takes too long", async () => {
    const [, answer] = await talkAbout([{ ...NODE, timeout: 0.3 }], { id: 1, method: "tools/call", params: hang });
    expect(answer?.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Stopped after 0.3 s.") }],
    });
    expect(logged().some((line) => line.includes("hang"))).toBe(true);
    expect(running()).toEqual([]);
  });

  test.each(["the input is closed", "SIGTERM"])(
    "removes the containers that still run when it ends: %s",
    async (how) => {
      const { stdin, served } = serving([NODE]);
      startHanging(stdin);
      await expect.poll(running).toHaveLength(1);
      if (how === "SIGTERM") process.emit("SIGTERM", "SIGTERM");
      else stdin.end();
      await served;
      expect(running()).toEqual([]);
    },
  );

  test("ends also if Docker does not remove a container, and says that it may still be running", async () => {
    const listeners = process.listenerCount("SIGTERM");
    rmSync(log);
    writeFileSync(stuck, "");
    const { stdin, stderr, served } = serving([NODE], 0.2);
    startHanging(stdin);
    await expect.poll(running).toHaveLength(1);
    process.emit("SIGTERM", "SIGTERM");
    expect(process.listenerCount("SIGTERM"), "the second signal ends the process").toBe(listeners);
    await served;
    rmSync(stuck);
    expect(String(stderr.read())).toMatch(
      /The container (tack-\S+) could not be stopped \(Docker did not answer within 0\.2 s\)\. It may still be running: docker rm --force \1/,
    );
  });

  test("has a tool for each of two sandboxes whose names differ only in other characters", async () => {
    const [, list] = await talkAbout(
      [
        { ...NODE, name: "a.b" },
        { ...NODE, name: "a b" },
      ],
      {
        id: 1,
        method: "tools/list",
      },
    );
    expect(list?.result).toMatchObject({
      tools: [
        { name: "run_in_a_b", description: expect.stringContaining("a.b") },
        { name: "run_in_a_b_2", description: expect.stringContaining("a b") },
      ],
    });
  });
});
