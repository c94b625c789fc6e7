import { createHash, randomUUID } from "node:crypto";
import type { ItemType } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entryProblems } from "../../test/ard/ard-schema.js";
import { identifierOf, stageDiscovery, type DiscoveryStage } from "../../test/discovery.js";
import { EVERY_TYPE } from "../../test/items.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("entries ($size)", (on) => {
  let stage: DiscoveryStage;
  let send: DiscoveryStage["send"];
  let ada: DiscoveryStage["ada"];
  let shelf: DiscoveryStage["shelf"];
  let entryOf: DiscoveryStage["entryOf"];
  beforeAll(async () => {
    stage = await stageDiscovery({ on });
    ({ send, ada, shelf, entryOf } = stage);
  });
  afterAll(() => stage.server.close());

  test("of MCP servers lead to a server card for clients that ask for one, and to the approved bytes for others", async () => {
    const type = "application/mcp-server-card+json";
    const url = "https://mcp.acme.test/mcp";
    const remote = { command: undefined, args: undefined, url, transport: "streamable-http" };
    const item = await shelf.publish("mcps", ada, { ...remote, description: "Reads tickets. ".repeat(20) });
    const path = `/artifacts/mcp/${item.id}/1.0.0` as const;
    const fetched = (accept: string) => send(`GET ${path}`, { token: ada.token, headers: { accept } });
    const [card, plain] = [await fetched(`${type}, */*;q=0.1`), await fetched("application/json, */*")];
    expect(card.headers).toMatchObject({ "content-type": type, vary: "Accept", "x-artifact-digest": item.digest });
    expect(card.json()).toMatchObject({
      version: "1.0.0",
      title: item.name,
      remotes: [{ type: "streamable-http", url }],
    });
    expect(card.json().name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.json().description.length).toBeLessThanOrEqual(100);
    expect(card.headers["digest"]).toBe(`sha-256=${createHash("sha256").update(card.rawPayload).digest("base64")}`);
    expect(plain.headers["etag"]).toBe(`"${item.digest.replace("sha256:", "")}"`);
    expect(`sha256:${createHash("sha256").update(plain.rawPayload).digest("hex")}`).toBe(item.digest);
    // Whoever may not see the server is told nothing of it in either form.
    const stranger = await stage.people.join();
    const hidden = await shelf.submit("mcps", ada, remote);
    const there = `GET /artifacts/mcp/${hidden.id}/1.0.0` as const;
    expect((await send(there, { token: stranger.token, headers: { accept: type } })).statusCode).toBe(404);
  });

  test.each(EVERY_TYPE)("of $type follow ARD's schema and lead to the artifact", async ({ type, kind }) => {
    const item = await shelf.publish(type, ada);
    const entry = await entryOf(kind, item);
    expect(entryProblems(entry)).toEqual([]);
    expect(entry).toMatchObject({
      identifier: identifierOf(kind, item),
      displayName: item.name,
      version: "1.0.0",
      "obs:kind": kind,
      "obs:nativeRef": `${item.qualified_name}@1.0.0`,
      "obs:publisher": "tackroom.local",
      "obs:approval": "approved",
      "obs:lifecycle": "approved",
      "obs:visibility": "public",
      "obs:artifactDigest": item.digest,
      "obs:supportedHarnesses": [],
      "obs:recommended": false,
      "obs:delegable": kind === "agent",
      "obs:activatable": kind === "skill" || kind === "prompt",
      trustManifest: { identity: "https://tackroom.local", identityType: "https" },
    });
    const path = (entry.url ?? "").replace("http://localhost:8000/api/v1", "");
    const artifact = await send(`GET ${path}`, { token: ada.token });
    expect([artifact.statusCode, artifact.headers["x-artifact-digest"]]).toEqual([200, item.digest]);
    expect(artifact.headers["x-tackroom-identifier"]).toBe(entry.identifier);
  });

  const TOLD: readonly [type: ItemType, more: object, expected: object][] = [
    [
      "mcps",
      { category: "databases", transport: "stdio", description: "Runs SQL. And more." },
      {
        capabilities: ["databases"],
        tags: ["databases"],
        "obs:capabilitiesSource": "derived",
        "obs:category": "databases",
        "obs:transport": "stdio",
        "obs:requiresCredentials": true,
        "obs:availability": "next-session",
        "obs:representativeQueriesSource": "derived",
        representativeQueries: ["Runs SQL", "an MCP server for databases", "tools for databases"],
      },
    ],
    [
      "skills",
      { supported_harnesses: ["cursor"], slash_command: "/tidy", capabilities: ["tidy-code"] },
      {
        capabilities: ["tidy-code", "code-review", "/tidy", "harness:cursor"],
        "obs:capabilitiesSource": "declared",
        "obs:taskType": "code-review",
        "obs:deliveryMode": "registry_direct",
        "obs:artifactScope": "complete",
        "obs:availability": "now",
        "obs:supportedHarnesses": ["cursor"],
      },
    ],
    [
      "skills",
      { script_content: "echo", script_filename: "run.sh" },
      { "obs:availability": "explicit-install", "obs:activatable": false },
    ],
    [
      "skills",
      { delivery_mode: "git_fetch", skill_md_content: undefined, git_url: "https://example.com/a.git" },
      { "obs:artifactScope": "preview" },
    ],
    [
      "prompts",
      { tags: ["teaching"], representative_queries: ["explain it to me", "what does this mean"] },
      {
        tags: ["teaching", "general"],
        capabilities: ["general", "variable:topic", "variable:audience"],
        representativeQueries: ["explain it to me", "what does this mean"],
        "obs:representativeQueriesSource": "declared",
        "obs:category": "general",
        "obs:variables": ["topic", "audience"],
        "obs:availability": "now",
      },
    ],
    [
      "hooks",
      {},
      {
        capabilities: ["event:PostToolUse", "handler:command"],
        "obs:event": "PostToolUse",
        "obs:handlerType": "command",
        "obs:availability": "explicit-install",
      },
    ],
    [
      "sandboxes",
      { network_policy: "bridge" },
      {
        capabilities: ["runtime:docker", "network:bridge", "docker.io/library/alpine:3.20"],
        "obs:runtimeType": "docker",
        "obs:networkPolicy": "bridge",
        "obs:availability": "next-session",
      },
    ],
    [
      "agents",
      { category: "release notes" },
      { "obs:componentCount": 0, "obs:model": "sonnet-x", "obs:category": "release notes", tags: ["release notes"] },
    ],
  ];
  test.each(TOLD)("of %s tell what %j says", async (type, more, expected) => {
    const item = await shelf.publish(type, ada, more as Record<string, unknown>);
    const { kind } = EVERY_TYPE.find((each) => each.type === type) ?? { kind: "" };
    expect(await entryOf(kind, item)).toMatchObject(expected);
  });

  test("the tools of an MCP server are its capabilities", async () => {
    const item = await shelf.publish("mcps", ada);
    const extra = { tools: [{ name: "getWeather", description: "Tells the weather" }, { name: "getTides" }] };
    await shelf.release("mcps", item.id, ada, { version: "1.1.0", description: "Weather", extra });
    expect(await entryOf("mcp", item)).toMatchObject({
      version: "1.1.0",
      capabilities: ["getWeather", "getTides"],
      "obs:capabilitiesSource": "declared",
    });
  });

  test("are read by either form of the identifier, with conditional requests, and refused in ARD's words", async () => {
    const item = await shelf.publish("skills", ada);
    const { token } = ada;
    const path = `/ard/agents/${encodeURIComponent(`urn:ai:tackroom.local:skill:${item.id}`)}`;
    const first = await send(`GET ${path}`, { token });
    expect([first.statusCode, first.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
    const again = await send(`GET ${path}`, { token, headers: { "if-none-match": String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const refusals = await Promise.all(
      [
        "not-a-urn",
        "urn:air:",
        identifierOf("skill", { id: randomUUID() }),
        identifierOf("mcp", item),
        "urn:air:acme.com:a:b",
      ].map(async (identifier) => {
        const answer = await send(`GET /ard/entries/${encodeURIComponent(identifier)}`, { token });
        return [answer.statusCode, answer.json<{ errorCode: string }>().errorCode];
      }),
    );
    expect(refusals).toEqual([
      [400, "INVALID_ARGUMENT"],
      [400, "INVALID_ARGUMENT"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
    ]);
  });
});
