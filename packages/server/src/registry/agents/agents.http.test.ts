import { randomUUID } from "node:crypto";
import { COMPONENT_KINDS, typeOfKind, type ItemType } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { submissionOf, type Shelf, type Shown } from "../../../test/items.js";
import { verdict, type Send } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { largestSize } from "../../../test/sizes.js";

interface Part {
  readonly kind: string;
  readonly type: ItemType;
  readonly item: Shown;
}

describe.each(largestSize)("agents ($size)", (on) => {
  let { server, send, people, ada, bob, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const componentOf = ({ kind, item }: Part) => ({ component_type: kind, component_id: item.id });
  /** One of each kind that an agent can be made of. */
  const makeParts = async (make: Shelf["publish"]): Promise<Part[]> => {
    const parts: Part[] = [];
    for (const kind of COMPONENT_KINDS)
      parts.push({ kind, type: typeOfKind(kind), item: await make(typeOfKind(kind), ada) });
    return parts;
  };
  const submit = (more: object, by = ada): ReturnType<Send> =>
    send("POST /agents", { token: by.token, body: submissionOf("agents", { ...more }) });
  const get = async (path: string, by = bob) => (await send(`GET /agents/${path}`, { token: by.token })).json();

  test("are made of all five kinds and of external servers, and show what they are made of", async () => {
    const parts = await makeParts(shelf.publish);
    const names = [(p: Part) => p.item.id, (p: Part) => p.item.qualified_name, (p: Part) => p.item.slug];
    const components = parts.map((part, index) => ({
      ...componentOf(part),
      component_id: names[index % names.length]?.(part),
      ...(part.kind === "prompt" ? { version: "1.0.0" } : {}),
      ...(part.kind === "mcp" ? { config_override: { local_name: "tickets" } } : {}),
    }));
    const external_mcps = [{ name: "clock", args: ["-y", "@acme/clock@2.0.0"], env: { ZONE: "" } }];
    const agent = await shelf.publish("agents", ada, { components, external_mcps, category: "care" });

    const detail = await get(agent.id);
    expect(detail.component_links).toEqual(
      parts.map(({ kind, item }, order) => ({
        component_type: kind,
        component_id: item.id,
        component_name: item.name,
        namespace: ada.user.username,
        slug: item.slug,
        qualified_name: item.qualified_name,
        version_ref: "1.0.0",
        order,
        config_override: kind === "mcp" ? { local_name: "tickets" } : null,
        status: "approved",
      })),
    );
    expect(detail.mcp_links).toEqual([{ mcp_listing_id: parts[0]?.item.id, mcp_name: parts[0]?.item.name, order: 0 }]);
    expect(detail).toMatchObject({
      model_name: "sonnet-x",
      category: "care",
      required_capabilities: ["skills", "hooks", "mcp_servers", "prompts"],
      component_count: 5,
      components_ready: true,
      blocking_components: [],
      created_by: ada.user.id,
      created_by_email: ada.user.email,
      created_by_username: ada.user.username,
      latest_version: "1.0.0",
      latest_approved_version: "1.0.0",
      external_mcps,
    });
    expect(detail.inferred_supported_harnesses).toContain("claude-code");
    const [listed] = (await send(`GET /agents?search=${agent.name}`, { token: bob.token })).json();
    expect(listed).toMatchObject({ id: agent.id, component_count: 5, components_ready: true, category: "care" });

    const version = await get(`${agent.id}/versions/1.0.0`);
    expect(version).toMatchObject({
      agent_id: agent.id,
      listing_id: agent.id,
      status: "approved",
      model_name: "sonnet-x",
      prompt: "You review changes.",
      is_prerelease: false,
      component_count: 5,
      required_capabilities: ["skills", "hooks", "mcp_servers", "prompts"],
      inferred_supported_harnesses: detail.inferred_supported_harnesses,
    });
    expect(version.components).toEqual(
      parts.map(({ kind, item }) => ({
        component_type: kind,
        component_id: item.id,
        name: item.name,
        resolved_version: "1.0.0",
        digest: item.digest,
        status: "approved",
      })),
    );
    expect(parse(version.yaml_snapshot)).toMatchObject({
      name: agent.name,
      version: "1.0.0",
      model_name: "sonnet-x",
      components: parts.map(({ kind, item }) => ({ type: kind, name: item.qualified_name, version: "1.0.0" })),
      external_mcps: [{ name: "clock", env: ["ZONE"] }],
    });

    expect(await get(`${agent.id}/resolve`)).toEqual({
      agent_id: agent.id,
      agent_name: agent.name,
      agent_version: "1.0.0",
      resolved: true,
      component_counts: { mcp: 1, skill: 1, hook: 1, prompt: 1, sandbox: 1 },
      components: Object.fromEntries(
        parts.map(({ type, item }, order) => [type, [{ name: item.name, version: "1.0.0", order }]]),
      ),
      errors: [],
    });
    const manifest = await get(`${agent.id}/manifest`);
    expect(manifest).toMatchObject({ name: agent.name, version: "1.0.0", model_name: "sonnet-x" });
    for (const [order, { type, item }] of parts.entries()) {
      expect(manifest.components[type], type).toMatchObject([
        { name: item.name, version: "1.0.0", digest: item.digest, git_url: null, order },
      ]);
    }
    expect(manifest.components.mcps[0].config_override).toEqual({ local_name: "tickets" });
    expect(manifest.components.prompts[0].template).toContain("{{ topic }}");
  });

  test("take MCP servers by mcp_server_ids too, by id or by name", async () => {
    const [one, two] = [await shelf.publish("mcps", ada), await shelf.publish("mcps", ada)];
    const agent = await shelf.publish("agents", ada, { mcp_server_ids: [one.id, two.qualified_name] });
    expect((await get(agent.id)).mcp_links).toEqual([
      { mcp_listing_id: one.id, mcp_name: one.name, order: 0 },
      { mcp_listing_id: two.id, mcp_name: two.name, order: 1 },
    ]);
  });

  test("are refused with every bad component named, and why", async () => {
    const good = await shelf.publish("skills", ada);
    const hidden = await shelf.publish("skills", bob, { visibility: "owner" });
    const pending = await shelf.submit("hooks", bob);
    const yanked = await shelf.publish("mcps", ada);
    await shelf.release("mcps", yanked.id, ada, { version: "2.0.0", description: "Second" });
    await send(`PATCH /mcps/${yanked.id}/versions/1.0.0`, { token: ada.token, body: { yanked: true } });
    const absent = randomUUID();
    const bad = [
      { component_type: "skill", component_id: absent },
      { component_type: "skill", component_id: hidden.id },
      { component_type: "skill", component_id: hidden.qualified_name },
      { component_type: "hook", component_id: pending.id },
      { component_type: "mcp", component_id: yanked.id, version: "1.0.0" },
      { component_type: "mcp", component_id: yanked.slug, version: "9.9.9" },
      { component_type: "prompt", component_id: good.id },
      { component_type: "skill", component_id: good.id },
    ];
    const refused = await submit({ components: [{ component_type: "skill", component_id: good.id }, ...bad] });
    expect(verdict(refused)).toEqual([422, "invalid_components"]);
    const { errors } = refused.json();
    expect(
      errors.map(({ component_type, component_id }: Record<string, string>) => [component_type, component_id]),
    ).toEqual(bad.map(({ component_type, component_id }) => [component_type, component_id]));
    const reasons: string[] = errors.map(({ reason }: { reason: string }) => reason);
    expect(reasons[1]).toBe(reasons[0]);
    expect(reasons[2]).toBe(reasons[0]);
    expect(reasons[3]).toBe(reasons[0]?.replace("skill", "hook"));
    expect(reasons[4]).toMatch(/1\.0\.0 is yanked/);
    expect(reasons[5]).toMatch(/Version 9\.9\.9 was not found/);
    expect(reasons[6]).toBe(reasons[0]?.replace("skill", "prompt"));
    expect(reasons[7]).toMatch(/twice/);
    expect(await get("my", bob)).toEqual([]);
  });

  test("cannot be approved before their components, each of which is named", async () => {
    const parts = await makeParts(shelf.submit);
    const agent = await shelf.submit("agents", ada, { components: parts.map(componentOf) });
    const blocking = parts.map(({ kind, item }) => ({
      component_type: kind,
      component_id: item.id,
      name: item.name,
      status: "pending",
    }));
    const approve = (): ReturnType<Send> => send(`POST /review/${agent.id}/approve`, { token: people.admin.token });
    expect((await get(agent.id, ada)).blocking_components).toEqual(blocking);
    const queue = (await send("GET /review?type=agent", { token: people.admin.token })).json();
    expect(queue.find(({ id }: Shown) => id === agent.id)).toMatchObject({
      prompt: "You review changes.",
      component_count: 5,
      components_ready: false,
      blocking_components: blocking,
    });
    for (const [index, { item }] of parts.entries()) {
      const refused = await approve();
      expect(verdict(refused)).toEqual([422, "blocking_components"]);
      expect(refused.json().blocking_components).toEqual(blocking.slice(index));
      await shelf.approve(item.id);
    }
    expect((await approve()).json()).toMatchObject({ status: "approved" });
    expect((await get(agent.id)).components_ready).toBe(true);
  });

  test("change by PUT before they are approved, and never after", async () => {
    const agent = await shelf.submit("agents", ada);
    const put = (body: object, by = ada): ReturnType<Send> =>
      send(`PUT /agents/${agent.id}`, { token: by.token, body });
    const changed = await put({ prompt: "You write poems.", version_bump_type: "minor" });
    expect(changed.json()).toMatchObject({
      prompt: "You write poems.",
      version: "1.1.0",
      model_name: "sonnet-x",
      status: "pending",
    });
    expect(verdict(await put({ prompt: "Mine" }, bob))).toEqual([404, "not_found"]);
    expect(verdict(await put({ visibility: "owner" }))).toEqual([422, "validation_failed"]);
    await shelf.approve(agent.id);
    expect(verdict(await put({ prompt: "Mine" }, bob))).toEqual([403, "forbidden"]);
    expect(verdict(await put({ prompt: "You do it all." }))).toEqual([400, "invalid_state"]);
    expect((await get(agent.id)).prompt).toBe("You write poems.");
  });

  test("name what was approved, though a component was edited after they were submitted", async () => {
    const { token } = ada;
    const prompt = await shelf.submit("prompts", ada);
    const components = [{ component_type: "prompt", component_id: prompt.id }];
    const agent = await shelf.submit("agents", ada, { components });
    await send(`PUT /prompts/${prompt.id}/draft`, { token, body: { template: "Something else." } });
    await shelf.approve(prompt.id);
    await shelf.approve(agent.id);
    const { digest } = (await send(`GET /prompts/${prompt.id}`, { token })).json();
    expect(digest).not.toBe(prompt.digest);
    const artifact = await send(`GET /artifacts/agent/${agent.id}/1.0.0`, { token });
    expect(artifact.json().components).toMatchObject([{ id: prompt.id, digest }]);
    const lock = (await send(`GET /agents/${agent.id}/versions/1.0.0/lock`, { token })).json();
    expect(lock).toMatchObject({ status: "locked", components: [{ id: prompt.id, digest }] });
  });
});
