import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { installCommand, installSteps } from "./install-files.js";

describe("what an install asks for", () => {
  test("is the files, each once, with how they join what is there", () => {
    const skill = { path: ".claude/skills/a/SKILL.md", content: "text" };
    const mcp = { path: ".mcp.json", text: "{}", content: {}, merge: "Keep the rest." };
    expect(installSteps({ skills: skill, files: [skill], mcp_file: mcp }).files).toEqual([
      { path: skill.path, text: "text", merge: undefined },
      { path: ".mcp.json", text: "{}", merge: "Keep the rest." },
    ]);
  });

  test("is also commands, quoted for a shell", () => {
    const snippet = {
      command: ["claude", "mcp", "add", "it's", "$HOME"],
      type: "shell_command",
      mcp_setup_commands: [["claude", "mcp", "add", "b", "--", "npx", "-y", "@x/y@1"]],
    };
    expect(installSteps(snippet).commands).toEqual([
      "claude mcp add 'it'\\''s' '$HOME'",
      "claude mcp add b -- npx -y @x/y@1",
    ]);
  });

  test("is not what the registry keeps of a skill beside its files", () => {
    const kept = { id: "s", files: [{ path: "notes/a.md", content: "# A" }] };
    const placed = { path: ".cursor/skills/s/notes/a.md", content: "# A" };
    expect(installSteps({ skills: [placed], skill_components: [kept] }).files.map(({ path }) => path)).toEqual([
      placed.path,
    ]);
  });

  test.each([undefined, null, "text", [], { path: 1, content: "x" }])("is nothing in %j", (snippet) => {
    expect(installSteps(snippet)).toEqual({ files: [], commands: [] });
  });
});

describe("the command", () => {
  beforeAll(() => void vi.stubGlobal("window", { location: { origin: "https://tack.example.com" } }));
  afterAll(() => void vi.unstubAllGlobals());

  test.each([
    ["agents", "npx -y https://tack.example.com/tack.tgz agent pull ada/it --harness cursor"],
    ["mcps", "npx -y https://tack.example.com/tack.tgz registry mcp install ada/it --harness cursor"],
  ] as const)("that installs %s is the one that this server hands out", (type, command) => {
    expect(installCommand(type, "ada/it", "cursor")).toBe(command);
  });
});
