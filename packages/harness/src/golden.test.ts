import { describe, expect, test } from "vitest";
import { HARNESS_IDS, HARNESSES, type HarnessId } from "./harnesses.js";
import type { Scope } from "./neutral.js";
import { renderAgent } from "./render-agent.js";
import { renderHook } from "./render-hook.js";
import { renderMcp } from "./render-mcp.js";
import { renderPrompt } from "./render-prompt.js";
import { renderSandbox } from "./render-sandbox.js";
import { renderSkill } from "./render-skill.js";
import { AGENT, HOOK, PROMPT, SANDBOX, SEARCH, SKILL, SKILL_LISTING, TRACKER } from "./testing/examples.js";
import { showRendering } from "./testing/show-rendering.js";

function otherScope(id: HarnessId): Scope {
  return HARNESSES[id].defaultScope === "project" ? "user" : "project";
}

// The golden files are the product: read each change of theirs against the harness's own documentation,
// then accept it with `npm test -- packages/harness -u`.
describe.each(HARNESS_IDS)("%s", (id) => {
  test.each([
    ["mcp-stdio", () => renderMcp(id, TRACKER)],
    ["mcp-remote", () => renderMcp(id, SEARCH)],
    ["skill", () => renderSkill(id, SKILL, { listing: SKILL_LISTING })],
    ["hook", () => renderHook(id, HOOK)],
    ["prompt", () => renderPrompt(id, PROMPT)],
    ["sandbox", () => renderSandbox(id, SANDBOX)],
    ["agent", () => renderAgent(id, AGENT)],
    ["agent-in-other-scope", () => renderAgent(id, AGENT, { scope: otherScope(id) })],
  ] as const)("renders %s as its golden file", async (name, render) => {
    await expect(showRendering(render())).toMatchFileSnapshot(`../golden/${id}/${name}.txt`);
  });
});
