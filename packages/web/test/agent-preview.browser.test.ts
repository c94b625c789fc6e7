import type { AgentComponent, ItemType } from "@tackroom/contract";
import { HARNESS_IDS } from "@tackroom/harness";
import { describe, expect, inject, test } from "vitest";
import { KIND_WORDS, type ItemDetail } from "../src/api/kinds.js";
import { componentType } from "../src/pages/registry/agent-builder/component-choice.js";
import { renderPreview } from "../src/pages/registry/agent-builder/render-preview.js";
import { installSteps } from "../src/pages/registry/item/install-files.js";
import { hasBrowser } from "./browser.js";
import { ADMIN } from "./start-server.js";

const url = inject("webServer") ?? "";

/** All kinds, with features that harnesses treat differently: variables, remote servers, scripts, files, blocking hooks. */
const ITEMS: readonly { readonly type: ItemType; readonly body: object; readonly next?: object }[] = [
  {
    type: "mcps",
    body: {
      category: "general",
      command: "npx",
      args: ["-y", "@acme/desk@1.0.0", "--token", "${DESK_TOKEN}"],
      environment_variables: [{ name: "DESK_TOKEN", description: "a token", required: true }],
      auto_approve: ["list"],
    },
    next: { args: ["-y", "@acme/desk@2.0.0"] },
  },
  {
    type: "mcps",
    body: {
      category: "general",
      url: "https://mcp.example.com/v1",
      transport: "streamable-http",
      headers: [{ name: "X-Team", description: "", required: true }],
    },
  },
  {
    type: "skills",
    body: {
      task_type: "testing",
      delivery_mode: "registry_direct",
      skill_md_content: "---\r\nname: preview-skill\r\ndescription: d\r\n---\r\n# First\r\n\r\n",
      script_content: "echo hello\n",
      script_filename: "run.sh",
      files: [{ path: "notes/a.md", content: "# A\n" }],
    },
    next: { skill_md_content: "---\nname: preview-skill\ndescription: d\n---\n# Second\n" },
  },
  { type: "skills", body: { task_type: "testing", git_url: "https://git.example.com/r", skill_path: "/a" } },
  {
    type: "hooks",
    body: {
      event: "PreToolUse",
      handler_type: "command",
      execution_mode: "blocking",
      tool_filter: ["Bash"],
      script_content: "exit 0\n",
      script_filename: "check.sh",
    },
  },
  { type: "prompts", body: { category: "general", template: "Explain {{ what }}." } },
  { type: "sandboxes", body: { runtime_type: "docker", image: "node:22", resource_limits: { timeout_seconds: 30 } } },
];

async function signedIn() {
  let token = "";
  const send = async <Reply = ItemDetail>(call: string, body?: object): Promise<Reply> => {
    const [method = "", path = ""] = call.split(" ");
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body ? { "content-type": "application/json" } : {}),
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const reply = (await answer.json()) as Reply;
    if (!answer.ok) throw new Error(`${call}: ${JSON.stringify(reply)}`);
    return reply;
  };
  const { email, password } = ADMIN;
  token = (await send<{ access_token: string }>("POST /auth/login", { email, password })).access_token;
  return send;
}

describe.skipIf(!hasBrowser)("what the builder shows of an agent", () => {
  test("is what an install of it answers, in every harness", async () => {
    const send = await signedIn();
    const run = Date.now().toString(36);
    const components: AgentComponent[] = [];
    for (const [place, { type, body, next }] of ITEMS.entries()) {
      const common = { name: `preview-${place}-${run}`, version: "1.0.0", description: "For a preview" };
      const { id } = await send(`POST /${type}`, { ...common, ...body });
      await send(`POST /review/${id}/approve`, {});
      if (next) {
        await send(`POST /${type}/${id}/versions`, { version: "2.0.0", description: "Other", extra: next });
        await send(`POST /${type}/${id}/versions/2.0.0/review`, { action: "approve" });
      }
      // Of two components with several versions, one is pinned and the other uses the latest.
      const pinned = type === "mcps" && next ? { version: "1.0.0", config_override: { local_name: "desk" } } : {};
      components.push({ component_type: KIND_WORDS[type].kind, component_id: id, ...pinned } as AgentComponent);
    }
    const loaded = await Promise.all(
      components.map(async (component) => {
        const path = `/${componentType(component)}/${component.component_id}`;
        const version = component.version && (await send<never>(`GET ${path}/versions/${component.version}`));
        return { component, item: await send(`GET ${path}`), version: version || undefined };
      }),
    );
    const payload = {
      name: `preview-agent-${run}-`,
      version: "1.0.0",
      description: "  Looks after previews ",
      model_name: "inherit",
      models_by_harness: { cursor: "fast" },
      supported_harnesses: ["claude-code", "cursor"],
      prompt: 'You look after previews: "quoted".\n\n- one\n',
      components,
      external_mcps: [{ name: "clock", command: "npx", args: ["-y", "@acme/clock@2.0.0"], env: { ZONE: "" } }],
    };
    const { id } = await send("POST /agents", payload);
    await send(`POST /review/${id}/approve`, {});
    for (const harness of HARNESS_IDS) {
      const { steps, warnings, scope } = renderPreview(harness, { id, payload, components: loaded });
      const installed = await send<{ config_snippet: Record<string, unknown>; warnings: string[] }>(
        `POST /agents/${id}/install`,
        { harness },
      );
      expect(steps, harness).toEqual(installSteps(installed.config_snippet));
      expect({ warnings, scope }, harness).toEqual({
        warnings: installed.warnings,
        scope: installed.config_snippet["scope"],
      });
    }
  });
});
