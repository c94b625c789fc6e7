import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { submissionOf } from "../test/items.js";
import { runServer } from "../test/run-server.js";
import { initialisedDirectory, temporaryDirectory } from "../test/temporary.js";

/** A server, and some twenty commands one after the other, on a machine that may be busy. */
const PROCESSES_MAY_TAKE_MS = 600_000;

const TACK = fileURLToPath(new URL("../../cli/bin/tack.cjs", import.meta.url));

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function tackIn(cwd: string, env: Record<string, string>): (...words: string[]) => Promise<Ran> {
  return (...words) =>
    new Promise((resolve) => {
      const child = execFile(process.execPath, [TACK, ...words], { cwd, env }, (_, stdout, stderr) => {
        resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
      });
      child.stdin?.end();
    });
}

function treeOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => !path.startsWith(".tackroom"),
  );
  const shown = (path: string): string => (statSync(path).isDirectory() ? "folder" : readFileSync(path, "utf8"));
  return Object.fromEntries(paths.toSorted().map((path) => [path, shown(join(folder, path))]));
}

const MINE = '// mine\n{\n\t"mcpServers": {\n\t\t"other": {"command": "x"}, // keep\n\t}\n}\n';

test(
  "what the registry has is installed, pinned, checked, updated, and taken out again without a trace",
  async () => {
    const address = await runServer({ DATA_DIR: initialisedDirectory() }).ready;
    let token = "";
    const post = async (path: string, body: object): Promise<Record<string, string>> => {
      const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
      const answer = await fetch(`${address}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      const reply = (await answer.json()) as Record<string, string>;
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(reply)}`);
      return reply;
    };
    token = (await post("/auth/bootstrap", { email: "ada@example.com", username: "ada" }))["access_token"] ?? "";
    const publish = async (type: "mcps" | "skills" | "agents", more: object): Promise<string> => {
      const { id = "" } = await post(`/${type}`, submissionOf(type, { ...more }));
      await post(`/review/${id}/approve`, {});
      return id;
    };
    const mcp = await publish("mcps", { name: "tickets" });
    const skill = await publish("skills", { name: "tidy" });
    const components = [
      { component_type: "mcp", component_id: mcp },
      { component_type: "skill", component_id: skill },
    ];
    await publish("agents", { name: "reviewer", components });

    const home = temporaryDirectory();
    const project = join(home, "shop");
    mkdirSync(project);
    writeFileSync(join(project, ".mcp.json"), MINE);
    const before = treeOf(home);
    const env = { PATH: process.env["PATH"] ?? "", HOME: home, TACK_TOKEN: token, TACK_SERVER_URL: address };
    const tack = tackIn(project, env);
    const lock = (): string => readFileSync(join(project, "tack.lock"), "utf8");

    expect(await tack("registry", "mcp", "install", "tickets")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Missing required option --harness") as string,
    });
    expect(await tack("registry", "mcp", "install", "tickets", "--harness", "claude-code")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Pass --yes to confirm") as string,
    });
    expect(treeOf(home)).toEqual(before);

    const both = ["--harness", "claude-code", "--harness", "codex", "--yes"];
    expect(await tack("registry", "mcp", "install", "ada/tickets", ...both)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(project, ".mcp.json"), "utf8")).toContain(
      '"other": {"command": "x"}, // keep\n\t\t"tickets": {\n',
    );
    expect(readFileSync(join(project, ".codex/config.toml"), "utf8")).toContain("[mcp_servers.tickets]\n");
    expect(
      await tack("registry", "skill", "install", skill, "--harness", "goose", "--scope", "user", "--yes"),
    ).toMatchObject({
      exitCode: 0,
    });
    expect(readFileSync(join(home, ".agents/skills/tidy/SKILL.md"), "utf8")).toContain("# Tidy");
    expect(await tack("agent", "pull", "reviewer", "--harness", "cursor", "--yes")).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(lock())).toMatchObject({
      server: address,
      items: [
        {
          type: "agent",
          qualified_name: "ada/reviewer",
          harness: "cursor",
          components: [{ type: "mcp" }, { type: "skill" }],
        },
        { type: "mcp", id: mcp, harness: "claude-code", files: [{ path: ".mcp.json", keys: ["/mcpServers/tickets"] }] },
        { type: "mcp", id: mcp, harness: "codex" },
      ],
    });
    expect(await tack("verify")).toMatchObject({ exitCode: 0 });

    // A pin holds until it is pinned anew.
    await post(`/mcps/${mcp}/versions`, {
      version: "2.0.0",
      description: "Newer",
      extra: { args: ["-y", "@acme/tickets@2.0.0"] },
    });
    await post(`/review/${mcp}/approve`, {});
    const outdated = await tack("outdated", "-o", "json");
    expect(JSON.parse(outdated.stdout)).toMatchObject({
      total: 2,
      items: [{ installed: "1.0.0", latest: "2.0.0" }, { harness: "codex" }],
    });
    const pinned = lock();
    expect(await tack("registry", "mcp", "install", "tickets")).toMatchObject({ exitCode: 0 });
    expect(lock()).toBe(pinned);
    expect(await tack("registry", "mcp", "install", "tickets", "--update", "--yes")).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(project, ".mcp.json"), "utf8")).toContain("@acme/tickets@2.0.0");

    // A digest that the registry does not have stops everything.
    const good = lock();
    writeFileSync(join(project, "tack.lock"), good.replaceAll(/("digest": "sha256:)..../g, "$10000"));
    const forged = treeOf(home);
    expect(await tack("registry", "mcp", "install", "tickets", "--yes")).toMatchObject({ exitCode: 6 });
    expect(treeOf(home)).toEqual(forged);
    expect(await tack("verify", "-o", "json")).toMatchObject({
      exitCode: 6,
      stdout: "",
      stderr: expect.stringContaining("registry differs") as string,
    });
    const component = /"components": \[[^\]]*?"digest": "sha256:/;
    writeFileSync(
      join(project, "tack.lock"),
      good.replace(component, (found) => `${found}00`),
    );
    expect(await tack("agent", "pull", "reviewer", "--yes")).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining("than tack.lock pins") as string,
    });
    writeFileSync(join(project, "tack.lock"), good);

    // So does a change on the disk that nobody has told it of.
    const installed = readFileSync(join(project, ".mcp.json"), "utf8");
    writeFileSync(join(project, ".mcp.json"), installed.replace("@acme/tickets@2.0.0", "@evil/tickets"));
    expect(await tack("verify")).toMatchObject({ exitCode: 6, stdout: expect.stringContaining("changed") as string });
    writeFileSync(join(project, ".mcp.json"), installed);

    for (const name of ["tickets", "reviewer", "tidy"]) {
      expect(await tack("uninstall", name, "--yes")).toMatchObject({ exitCode: 0 });
    }
    expect(treeOf(home)).toEqual(before);
    expect(await tack("uninstall", "tickets")).toMatchObject({ exitCode: 5 });
  },
  PROCESSES_MAY_TAKE_MS,
);
