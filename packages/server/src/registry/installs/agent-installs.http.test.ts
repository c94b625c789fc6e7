import { createHash } from "node:crypto";
import { COMPONENT_KINDS, typeOfKind, type ItemType } from "@tackroom/contract";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Shown } from "../../../test/items.js";
import { verdict, type Person, type Send } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { largestSize } from "../../../test/sizes.js";

interface Part {
  readonly kind: string;
  readonly type: ItemType;
  readonly item: Shown;
}

describe.each(largestSize)("installs of agents ($size)", (on) => {
  let { server, send, people, ada, bob, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const componentOf = ({ kind, item }: Part) => ({ component_type: kind, component_id: item.id });
  const publishParts = async (): Promise<Part[]> => {
    const parts: Part[] = [];
    for (const kind of COMPONENT_KINDS) {
      parts.push({ kind, type: typeOfKind(kind), item: await shelf.publish(typeOfKind(kind), ada) });
    }
    return parts;
  };
  const get = async (path: string, by = bob) => (await send(`GET /agents/${path}`, { token: by.token })).json();

  test("install by pull and by install alike, with every component in the configuration", async () => {
    const parts = await publishParts();
    const agent = await shelf.publish("agents", ada, {
      components: parts.map(componentOf),
      external_mcps: [{ name: "clock", command: "npx", args: ["-y", "@acme/clock@2.0.0"], env: { CLOCK_ZONE: "" } }],
    });
    const [mcp] = parts;
    const body = { harness: "claude_code", env_values: { [mcp?.item.id ?? ""]: { TICKETS_TOKEN: "t0" } } };
    const answers = [];
    for (const verb of ["install", "pull"]) {
      answers.push(await send(`POST /agents/${agent.id}/${verb}`, { token: bob.token, body }));
    }
    const [installed, pulled] = answers.map((answer) => answer.json());
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(pulled).toEqual(installed);
    expect(installed).toMatchObject({ agent_id: agent.id, harness: "claude-code", version: "1.0.0" });
    expect(installed.warnings).toContain("Set these variables before you start the server: CLOCK_ZONE.");
    expect(installed.lock).toMatchObject({ status: "locked", problems: [] });
    expect(installed.lock.components).toEqual(
      parts.map(({ kind, item }) => ({
        type: kind,
        id: item.id,
        qualified_name: item.qualified_name,
        version: "1.0.0",
        version_id: item.version_id,
        digest: item.digest,
        source: "lock",
      })),
    );
    const snippet = installed.config_snippet;
    expect(snippet.agent_profile.path).toBe(`.claude/agents/${agent.slug}.md`);
    const servers = JSON.stringify([snippet.mcp_config, snippet.mcp_setup_commands]);
    for (const word of ["@acme/tickets@1.4.0", "@acme/clock@2.0.0", "t0", "TACK_SANDBOXES", "TACK_AGENT_ID"]) {
      expect(servers, word).toContain(word);
    }
    expect(JSON.stringify(snippet)).toContain("npm run lint");
    expect(snippet.skill_components).toMatchObject([{ id: parts[1]?.item.id, version: "1.0.0" }]);
    // The components are counted with it.
    for (const { type, item } of parts) {
      expect((await send(`GET /${type}/${item.id}`, { token: bob.token })).json().download_count, type).toBe(2);
    }
    expect((await get(agent.id)).download_count).toBe(2);
  });

  test("keep installing the version that they pin, until a further version pins anew", async () => {
    const skill = await shelf.publish("skills", ada, { skill_md_content: skillMd("First") });
    const components = [{ component_type: "skill", component_id: skill.id, version: "1.0.0" }];
    const agent = await shelf.publish("agents", ada, { components });
    await shelf.release("skills", skill.id, ada, {
      version: "2.0.0",
      description: "Second",
      extra: { skill_md_content: skillMd("Second") },
    });
    const pull = async (version?: string) =>
      (
        await send(`POST /agents/${agent.id}/pull`, {
          token: bob.token,
          body: { harness: "cursor", ...(version ? { version } : {}) },
        })
      ).json();
    const pinned = await pull();
    expect(pinned.lock).toMatchObject({ status: "locked", components: [{ version: "1.0.0", source: "lock" }] });
    expect(JSON.stringify(pinned.config_snippet.skills)).toContain("# First");
    expect(JSON.stringify(pinned.config_snippet.skills)).not.toContain("# Second");

    // A further version keeps the lock, unless it asks for a new one.
    await shelf.release("agents", agent.id, ada, { version: "1.0.1", model_name: "opus-x" });
    expect((await pull("1.0.1")).lock.components).toMatchObject([{ version: "1.0.0" }]);
    const further = { version: "1.1.0", model_name: "opus-x", refresh_components: true };
    const released = await send(`POST /agents/${agent.id}/versions`, { token: ada.token, body: further });
    // What was asked for then still holds after an edit.
    await send(`PUT /agents/${agent.id}/draft`, { token: ada.token, body: { changelog: "Fresh" } });
    await shelf.approve(agent.id);
    expect(released.json()).toMatchObject({
      version: "1.1.0",
      model_name: "opus-x",
      prompt: "You review changes.",
      components: [{ component_id: skill.id, resolved_version: "2.0.0" }],
    });
    expect((await pull()).lock.components).toMatchObject([{ version: "2.0.0" }]);
    expect(JSON.stringify((await pull()).config_snippet.skills)).toContain("# Second");
    expect((await pull("1.0.0")).lock).toEqual(pinned.lock);
  });

  test("are not installed before approval, but by their owners where the operator allows it", async () => {
    const agent = await shelf.submit("agents", ada);
    const pull = (by: Person): ReturnType<Send> =>
      send(`POST /agents/${agent.id}/pull`, { token: by.token, body: { harness: "cursor" } });
    expect(verdict(await pull(ada))).toEqual([404, "not_found"]);
    const setting = "/admin/settings/security.allow_draft_install";
    await send(`PUT ${setting}`, { token: people.admin.token, body: { value: true } });
    const draft = await pull(ada);
    expect(draft.statusCode, draft.body).toBe(200);
    expect(draft.json().warnings.join(" ")).toContain("not approved");
    expect(verdict(await pull(bob))).toEqual([404, "not_found"]);
    await send(`DELETE ${setting}`, { token: people.admin.token });
    expect(verdict(await pull(ada))).toEqual([404, "not_found"]);
  });

  test("follow a lock that anyone can check, and that stays the same whatever happens to names and marks", async () => {
    const parts = await publishParts();
    const external = {
      name: "clock",
      command: "npx",
      args: ["-y", "@acme/clock@2.0.0"],
      env: { ZONE: "", ALARM: "x" },
    };
    const agent = await shelf.publish("agents", ada, {
      components: parts.map(componentOf),
      external_mcps: [external],
    });
    const lockPath = `${agent.id}/versions/1.0.0/lock`;
    const lock = await get(lockPath);
    const { digest, locked_at, ...locked } = lock;
    expect(locked).toEqual({
      lock_version: 1,
      digest_alg: "sha256",
      agent: { id: agent.id, qualified_name: agent.qualified_name, version: "1.0.0", version_id: agent.version_id },
      status: "locked",
      components: parts.map(({ kind, item }) => ({
        type: kind,
        id: item.id,
        qualified_name: item.qualified_name,
        version: "1.0.0",
        version_id: item.version_id,
        digest: item.digest,
      })),
      external_mcps: [{ name: "clock", digest: sha256(canonicalize({ ...external, env: ["ALARM", "ZONE"] })) }],
    });
    expect(digest).toBe(sha256(canonicalize(locked)));
    expect(new Date(locked_at).getTime()).not.toBeNaN();
    for (const { kind, item } of parts) {
      const artifact = await send(`GET /artifacts/${kind}/${item.id}/1.0.0`, { token: bob.token });
      expect(sha256(artifact.rawPayload), kind).toBe(item.digest);
    }

    const pull = async () =>
      (
        await send(`POST /agents/${agent.id}/pull`, { token: bob.token, body: { harness: "cursor", strict: true } })
      ).json();
    const digestsOf = ({ lock: { components } }: { lock: { components: { digest: string }[] } }): string[] =>
      components.map((component) => component.digest);
    const before = await pull();
    for (const [type, item] of [["agents", agent] as const, ...parts.map((part) => [part.type, part.item] as const)]) {
      const renamed = await send(`PATCH /${type}/${item.id}`, {
        token: ada.token,
        body: { name: `${item.name}-anew` },
      });
      expect(renamed.statusCode, renamed.body).toBe(200);
    }
    expect(await get(lockPath)).toEqual(lock);

    for (const { type, item } of parts) {
      await shelf.release(type, item.id, ada, { version: "2.0.0", description: "Second" });
      const yank = { token: ada.token, body: { yanked: true, reason: `bad ${type}` } };
      expect((await send(`PATCH /${type}/${item.id}/versions/1.0.0`, yank)).statusCode).toBe(200);
    }
    const yanked = await pull();
    expect(await get(lockPath)).toEqual(lock);
    expect(yanked.lock).toMatchObject({ digest, status: "locked", problems: [] });
    expect(digestsOf(yanked)).toEqual(digestsOf(before));
    for (const { type } of parts) expect(yanked.warnings.join(" ")).toContain(`bad ${type}`);

    for (const { type, item } of parts) {
      expect((await send(`PATCH /${type}/${item.id}/archive`, { token: ada.token })).statusCode).toBe(200);
    }
    await send(`PATCH /agents/${agent.id}/archive`, { token: ada.token });
    const archived = await pull();
    expect(await get(lockPath)).toEqual(lock);
    expect(archived.lock.digest).toBe(digest);
    expect(digestsOf(archived)).toEqual(digestsOf(before));
    const warned = archived.warnings.filter((warning: string) => warning.includes("is archived"));
    expect(warned).toHaveLength(1 + parts.length);
  });

  test("say what cannot be had as it was locked, and refuse it when asked to be strict", async () => {
    const skill = await shelf.publish("skills", ada, { visibility: "owner" });
    const components = [{ component_type: "skill", component_id: skill.id }];
    const agent = await shelf.publish("agents", ada, { components });
    const pull = (by: Person, strict: boolean): ReturnType<Send> =>
      send(`POST /agents/${agent.id}/pull`, { token: by.token, body: { harness: "cursor", strict } });
    expect((await pull(ada, true)).statusCode).toBe(200);

    // Wider visibility sends what was approved back to review: the pin is no longer of something approved.
    const widened = await send(`PATCH /registry/skill/${skill.id}/visibility`, {
      token: ada.token,
      body: { visibility: "public" },
    });
    expect(widened.json()).toMatchObject({ status: "pending", returned_to_review: true });
    const refused = await pull(ada, true);
    expect(verdict(refused)).toEqual([409, "lock_problems"]);
    expect(refused.json().problems).toMatchObject([
      { type: "skill", id: skill.id, qualified_name: skill.qualified_name, expected: { version: "1.0.0" } },
    ]);
    const lenient = (await pull(ada, false)).json();
    expect(lenient.lock).toMatchObject({
      status: "unlocked",
      components: [{ id: skill.id, version: "1.0.0", source: "version" }],
      problems: refused.json().problems,
    });
    expect(lenient.warnings.join(" ")).toContain("is pending");
    // To everybody else it does not exist before it is approved again.
    for (const strict of [true, false]) expect(verdict(await pull(bob, strict))).toEqual([404, "not_found"]);
    const manifest = await send(`GET /agents/${agent.id}/manifest`, { token: ada.token });
    expect(verdict(manifest)).toEqual([422, "invalid_components"]);
    expect(manifest.json().errors).toMatchObject([{ component_type: "skill", component_id: skill.id }]);
    expect(await get(`${agent.id}/resolve`, ada)).toMatchObject({
      resolved: false,
      errors: [{ component_type: "skill", component_id: skill.id }],
    });

    await shelf.release("skills", skill.id, ada, { version: "1.1.0", description: "Better" });
    await send(`POST /skills/${skill.id}/versions/1.0.0/review`, {
      token: people.admin.token,
      body: { action: "reject", reason: "no" },
    });
    const fallback = (await pull(bob, false)).json();
    expect(fallback.lock).toMatchObject({
      status: "unlocked",
      components: [{ id: skill.id, version: "1.1.0", source: "fallback-latest" }],
      problems: [{ expected: { version: "1.0.0" }, actual: { version: "1.1.0" } }],
    });
    expect(verdict(await pull(bob, true))).toEqual([409, "lock_problems"]);
  });

  test("keep what they pin from being deleted; only agents that one may see are named", async () => {
    const team = (await send("POST /teams", { token: bob.token, body: { name: `Team ${Date.now()}` } })).json();
    const adds = { token: bob.token, body: { user_id: ada.user.id } };
    await send(`POST /teams/${team.id}/members`, adds);
    const skill = await shelf.publish("skills", bob, { team_id: team.id, visibility: "team" });
    const components = [{ component_type: "skill", component_id: skill.id }];
    const secret = await shelf.publish("agents", ada, { components, visibility: "owner" });
    const open = await shelf.publish("agents", ada, { components });

    const byAdmin = await send(`DELETE /skills/${skill.id}`, { token: people.admin.token });
    expect(byAdmin.json().agents.toSorted()).toEqual([open.qualified_name, secret.qualified_name].toSorted());
    const approved = await send(`DELETE /skills/${skill.id}`, { token: bob.token });
    expect(approved.json()).toMatchObject({ code: "invalid_state", detail: expect.stringContaining("archive") });
    // What was never released can be pinned by its co-authors, whose agents its owner may not see.
    const fresh = await shelf.submit("skills", bob);
    await send(`POST /skills/${fresh.id}/co-authors`, adds);
    const more = { components: [{ component_type: "skill", component_id: fresh.id }] };
    const hidden = await shelf.submit("agents", ada, { ...more, visibility: "owner" });
    const { qualified_name } = await shelf.submit("agents", ada, more);
    const byOwner = await send(`DELETE /skills/${fresh.id}`, { token: bob.token });
    expect(byOwner.json()).toMatchObject({ code: "pinned", agents: [qualified_name] });
    expect(byOwner.body).not.toContain(hidden.slug);
    expect((await send(`PATCH /skills/${skill.id}/archive`, { token: bob.token })).statusCode).toBe(200);

    for (const agent of [secret, open]) {
      expect((await send(`DELETE /agents/${agent.id}`, { token: people.admin.token })).statusCode).toBe(200);
    }
    expect((await send(`DELETE /skills/${skill.id}`, { token: people.admin.token })).statusCode).toBe(200);
  });
});

const sha256 = (content: string | Uint8Array = ""): string =>
  `sha256:${createHash("sha256").update(content).digest("hex")}`;
const skillMd = (title: string): string => `---\nname: tidy\ndescription: Tidies code\n---\n\n# ${title}\n`;
