import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type * as list from "./harness/index.js";
import type { HarnessId } from "./harnesses.js";
import type * as everything from "./index.js";
import { AGENT, HOOK, PROMPT, SANDBOX, SKILL, TRACKER } from "./testing/examples.js";
import { madeUp } from "./testing/made-up-harness.js";

type Package = typeof everything;

const LIST = "./harness/index.js";
const ID = madeUp.id as unknown as HarnessId;
const MACHINE = { platform: "linux", env: {}, project: "/w" } as const;

/** The package as it would be with one line more in the list of harnesses. */
async function packageWithMadeUp(): Promise<Package> {
  vi.resetModules();
  vi.doMock(LIST, async (original) => {
    const { ALL_HARNESSES } = await original<typeof list>();
    return { ALL_HARNESSES: [...ALL_HARNESSES, madeUp] };
  });
  return import("./index.js");
}

async function packageWithoutIt(): Promise<Package> {
  vi.doUnmock(LIST);
  vi.resetModules();
  return import("./index.js");
}

describe("a harness that is one file and one line", () => {
  let known: Package;
  beforeEach(async () => {
    known = await packageWithMadeUp();
  });
  afterEach(packageWithoutIt);

  test("is known by its id, and described", () => {
    expect(known.HARNESS_IDS.at(-1)).toBe("made-up");
    expect(known.parseHarnessId("made_up")).toBe("made-up");
    expect(known.describeHarnesses().at(-1)).toMatchObject({ name: "made-up", display_name: "Made Up" });
  });

  test("is rendered for", () => {
    const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);
    expect(known.renderMcp(ID, TRACKER).snippet).toMatchObject({ mcp_config: { path: ".madeup/mcp.json" } });
    expect(paths(known.renderSkill(ID, SKILL).files)[0]).toMatch(/^\.madeup\/skills\//);
    expect(paths(known.renderPrompt(ID, PROMPT).files)[0]).toMatch(/^\.madeup\/prompts\//);
    expect(JSON.stringify(known.renderHook(ID, HOOK).snippet)).toContain("before_tool");
    expect(JSON.stringify(known.renderSandbox(ID, SANDBOX).snippet)).toContain(".madeup/mcp.json");
    expect(JSON.stringify(known.renderAgent(ID, AGENT).snippet)).toContain(".madeup/agents/");
    expect(known.renderSessionHooks(ID).config?.path).toBe("~/.madeup/hooks.json");
    expect(known.installPlaces(ID, "mcp").length).toBeGreaterThan(0);
  });

  test("is scanned, where a person's variable has put it", () => {
    const patterns = known.scanPlaces(ID, { ...MACHINE, env: { MADEUP_HOME: "/m" } }).map(({ pattern }) => pattern);
    expect(patterns).toEqual(
      expect.arrayContaining([".madeup/more/*/SKILL.md", "/m/mcp.json", ".madeup/agents/*.md", "/m/hooks.json"]),
    );
    const hooks = { hooks: { before_tool: [{ command: "guard" }] } };
    expect(known.hookHarnessOf("/w/.madeup/hooks.json", hooks)).toBe("made-up");
    const file = { path: ".madeup/hooks.json", text: JSON.stringify(hooks) };
    const place = { type: "hooks", scope: "project", pattern: file.path, hooks: "document" } as const;
    expect(known.readScannedFile(file, place, [ID])).toMatchObject({
      components: [{ entry: { event: "PreToolUse" } }],
    });
  });

  test("is detected by its program, or by what it leaves in the home", async () => {
    const onlyThere = (there: string) => ({
      ...MACHINE,
      isOnPath: (program: string) => Promise.resolve(program === there),
      exists: (path: string) => Promise.resolve(path === there),
    });
    expect(await known.detectHarnesses(onlyThere("madeup"))).toEqual([{ id: "made-up", by: "madeup" }]);
    expect(await known.detectHarnesses(onlyThere("~/.madeup"))).toEqual([{ id: "made-up", by: "~/.madeup" }]);
  });

  test("has its transcripts read", () => {
    const { events, names } = known.readTranscriptLine(ID, '{"text":"fix ci","title":"CI"}');
    expect(events).toMatchObject([{ kind: "user", text: "fix ci" }]);
    expect(names?.title?.text).toBe("CI");
    expect([known.usageComesFirst(ID), known.mayLackUsage(ID)]).toEqual([true, true]);
  });

  test("gets from the hook what it wants to read", () => {
    expect(known.hookOutputs()["made-up"]).toEqual({ always: '{"ok":true}', at: { all_said: "{}" } });
  });
});

test("without its line nothing is left of it", async () => {
  const known = await packageWithoutIt();
  expect(known.parseHarnessId("made-up")).toBeUndefined();
  expect(known.hookOutputs()).not.toHaveProperty("made-up");
  expect(known.mayLackUsage("made-up")).toBe(false);
});
