import { join } from "node:path";
import { digestOf, fakeServer, type FakeAnswer } from "./fake-registry.js";
import { testMachine, type TestMachine } from "./run-tack.js";

export const ID = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";
export const PATH = ".claude/skills/tidy/SKILL.md";
export const SHARED_PATH = ".agents/skills/tidy/SKILL.md";
export const textOf = (version: string): string => `---\nname: tidy\ndescription: x\n---\n\nTidy as of ${version}.\n`;

/** The registry of one skill, tidy, as the tests change it. */
export interface Registry {
  /** The kinds that have an item named tidy. */
  kinds: string[];
  latest: string;
  /** What it serves as the artifact of a version. */
  artifactOf: (version: string) => string;
  yanked: string[];
  /** What it answers when the item is asked for, or installed. */
  refusal: FakeAnswer | undefined;
  readonly installs: { harness?: string; version?: string; digest?: string; dry_run?: boolean }[];
}

export async function workplace(): Promise<{ registry: Registry; machine: TestMachine; file: string }> {
  const registry: Registry = {
    kinds: ["skill"],
    latest: "1.0.0",
    artifactOf: textOf,
    yanked: [],
    refusal: undefined,
    installs: [],
  };
  const address = await fakeServer((method, path, { query, body }) => {
    if (path === "/api/v1/registry/resolve" && registry.kinds.includes(query.get("type") ?? "")) {
      return { body: { id: ID, type: query.get("type"), qualified_name: "ada/tidy" } };
    }
    if (path === "/api/v1/registry")
      return { body: { items: [{ slug: "tidy", qualified_name: "ada/tidy" }], total: 1 } };
    const [, served] = /^\/api\/v1\/artifacts\/skill\/[^/]+\/(.+)$/.exec(path) ?? [];
    if (served !== undefined) return { body: registry.artifactOf(served) };
    if (!path.startsWith("/api/v1/skills/")) return undefined;
    if (registry.refusal) return registry.refusal;
    const [, asked] = /\/versions\/([^/]+)$/.exec(path) ?? [];
    if (asked !== undefined) return { body: { version: asked, yanked: registry.yanked.includes(asked) } };
    if (method === "GET") return { body: { id: ID, qualified_name: "ada/tidy", version: registry.latest } };
    const wish = body as Registry["installs"][number];
    registry.installs.push(wish);
    const version = wish.version ?? registry.latest;
    const files = [{ path: wish.harness === "claude-code" ? PATH : SHARED_PATH, content: textOf(version) }];
    const reply = { version, version_id: ID, digest: digestOf(textOf(version)), warnings: [] };
    return { body: { ...reply, config_snippet: { scope: "project", files } } };
  });
  const machine = testMachine(address);
  return { registry, machine, file: join(machine.cwd, PATH) };
}

export async function installed(): ReturnType<typeof workplace> {
  const place = await workplace();
  const { exitCode, stderr } = await place.machine.run("install tidy --harness claude-code --yes");
  if (exitCode !== 0) throw new Error(stderr);
  return place;
}
