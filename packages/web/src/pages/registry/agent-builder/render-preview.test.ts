import { HARNESS_IDS } from "@tackroom/harness";
import { describe, expect, test } from "vitest";
import type { ItemDetail } from "../../../api/kinds.js";
import type { LoadedComponent } from "./loaded-component.js";
import { renderPreview } from "./render-preview.js";

const item = (name: string, more: object): ItemDetail =>
  ({
    id: `id-of-${name}`,
    name,
    slug: name,
    qualified_name: `ada/${name}`,
    version: "1.0.0",
    description: "d",
    status: "approved",
    deprecated: null,
    risk_signals: [],
    ...more,
  }) as unknown as ItemDetail;

const loaded = (kind: string, of: ItemDetail, more: Partial<LoadedComponent> = {}): LoadedComponent => ({
  component: { component_type: kind, component_id: of.id } as LoadedComponent["component"],
  item: of,
  version: undefined,
  ...more,
});

const tickets = item("tickets", { command: "npx", args: ["-y", "@acme/tickets@1.4.0"], transport: "stdio" });
const notes = item("notes", { skill_md_content: "---\nname: notes\ndescription: d\n---\n# First\n" });
const textOf = (harness: "claude-code" | "cursor", components: readonly LoadedComponent[], payload = {}): string =>
  JSON.stringify(renderPreview(harness, { id: undefined, payload, components }));

describe("the preview of an agent", () => {
  test("has a file for every harness before anything was typed", () => {
    for (const harness of HARNESS_IDS) {
      const { steps } = renderPreview(harness, { id: undefined, payload: {}, components: [] });
      expect(steps.files.length, harness).toBeGreaterThan(0);
      expect(JSON.stringify(steps), harness).toContain("my-agent");
    }
  });

  test("is called as its address will be", () => {
    expect(textOf("claude-code", [], { name: "a-" })).toContain(".claude/agents/a.md");
  });

  test("shows what is typed, and the model of that harness", () => {
    const payload = {
      name: "reviewer",
      prompt: "Read it all.",
      model_name: "one",
      models_by_harness: { cursor: "two" },
    };
    expect(textOf("cursor", [], payload)).toContain("Read it all.");
    expect(textOf("cursor", [], payload)).toContain("model: two");
    expect(textOf("claude-code", [], payload)).toContain("model: one");
  });

  test("has every component at its chosen version", () => {
    const version = {
      ...notes,
      version: "0.9.0",
      yanked: false,
      extra: { skill_md_content: "---\nname: notes\n---\n# Before\n" },
    };
    const shown = textOf("cursor", [loaded("mcp", tickets), loaded("skill", notes, { version: version as never })]);
    expect(shown).toContain("@acme/tickets@1.4.0");
    expect(shown).toContain("# Before");
    expect(shown).not.toContain("# First");
  });

  test("calls a server as the agent wants it called", () => {
    const component = { component_type: "mcp", component_id: "m", config_override: { local_name: "desk" } } as const;
    const { steps } = renderPreview("cursor", {
      id: "x",
      payload: {},
      components: [loaded("mcp", tickets, { component })],
    });
    expect(JSON.stringify(steps)).toContain('\\"desk\\"');
  });

  test("warns of what the harness lacks and of what its components are", () => {
    const old = item("old", {
      event: "Stop",
      handler_type: "command",
      handler_config: { command: "ls" },
      deprecated: "use new",
    });
    const draft = item("mine", { status: "draft", template: "Say {{ word }}." });
    const components = [loaded("hook", old), loaded("prompt", draft)];
    const { warnings } = renderPreview("zed", { id: "x", payload: { supported_harnesses: ["cursor"] }, components });
    expect(warnings.slice(0, 3)).toEqual([
      "It may not work in zed: its author lists only cursor.",
      "ada/old 1.0.0 is deprecated: use new",
      "ada/mine 1.0.0 is not approved; only its owners can install it.",
    ]);
    expect(warnings.slice(3).join(" ")).toContain("Zed");
  });
});
