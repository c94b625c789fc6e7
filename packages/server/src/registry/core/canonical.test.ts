import type { ItemKind } from "@tackroom/contract";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { digestOf } from "../digest.js";
import { agentYaml } from "./agent-yaml.js";
import { canonicalContent, externalMcpDigestInput, lockDigestInput, type CanonicalVersion } from "./canonical.js";
import type { Fields } from "./fields.js";

const version = (fields: Fields, more: Partial<CanonicalVersion> = {}): CanonicalVersion => ({
  name: "X",
  qualifiedName: "ada/x",
  description: "Does x",
  version: "1.0.0",
  supportedHarnesses: ["cursor"],
  fields,
  ...more,
});
const textOf = (kind: ItemKind, given: CanonicalVersion): string =>
  new TextDecoder().decode(canonicalContent(kind, given).bytes);
const COMMON = '"name":"X"';

describe("components are canonical JSON", () => {
  test.each<[ItemKind, Fields, string]>([
    [
      "mcp",
      {
        git_url: "https://x.test/r",
        git_ref: "main",
        command: "npx",
        args: [],
        url: null,
        docker_image: "x:1",
        headers: [{ name: "A", description: "d", required: true, value: "never" }],
        environment_variables: [{ name: "B", description: "d", required: false, value: "never" }],
        tools: [{ name: "t", description: "d" }],
        resolved_sha: "ab",
      },
      '{"args":[],"command":"npx","description":"Does x","dockerImage":"x:1","environmentVariables":[{"description":"d","name":"B","required":false}],"headers":[{"name":"A","required":true}],"name":"X","resolvedSha":"ab","sourceRef":"main","sourceUrl":"https://x.test/r","supportedHarnesses":["cursor"],"tools":[{"description":"d","name":"t"}],"version":"1.0.0"}',
    ],
    [
      "hook",
      {
        event: "Stop",
        handler_type: "command",
        handler_config: { z_z: 1, a: null },
        priority: 100,
        source_url: "u",
        source_ref: "r",
        source_path: "p",
      },
      '{"description":"Does x","event":"Stop","handlerConfig":{"a":null,"z_z":1},"handlerType":"command","name":"X","priority":100,"source":{"path":"p","ref":"r","url":"u"},"supportedHarnesses":["cursor"],"version":"1.0.0"}',
    ],
    [
      "sandbox",
      { runtime_type: "docker", image: "x:1", network_policy: "none", source_url: "u", sandbox_path: "/p" },
      '{"description":"Does x","image":"x:1","name":"X","networkPolicy":"none","runtimeType":"docker","source":{"path":"/p","url":"u"},"supportedHarnesses":["cursor"],"version":"1.0.0"}',
    ],
    [
      "prompt",
      { category: "general", template: "{{a}}", variables: [{ name: "a", default: "1" }] },
      '{"category":"general","description":"Does x","name":"X","supportedHarnesses":["cursor"],"template":"{{a}}","variables":[{"default":"1","name":"a"}],"version":"1.0.0"}',
    ],
  ])("%s", (kind, fields, expected) => {
    expect(textOf(kind, version(fields))).toBe(expected);
  });

  test("whatever the order of members, and whatever JSON cannot say", () => {
    const one = version({ event: "Stop", handler_config: { a: 1, b: Number.POSITIVE_INFINITY } });
    const other = version({ handler_config: { b: null, a: 1 }, event: "Stop" });
    expect(textOf("hook", one)).toBe(textOf("hook", other));
  });

  test("members that are no field of the kind are left out", () => {
    expect(textOf("prompt", version({ template: "t", owner: "ada" }))).not.toContain("ada");
  });
});

test.each<[ItemKind, string]>([
  ["mcp", "application/mcp-server-card+json"],
  ["hook", "application/vnd.tackroom.hook+json"],
  ["prompt", "application/vnd.tackroom.prompt+json"],
  ["sandbox", "application/vnd.tackroom.sandbox+json"],
  ["agent", "application/vnd.tackroom.agent+json"],
  ["skill", "text/markdown; charset=utf-8"],
])("the media type of %s is %s", (kind, mediaType) => {
  expect(canonicalContent(kind, version({})).mediaType).toBe(mediaType);
});

describe("skills", () => {
  test("of text only are their SKILL.md", () => {
    const given = { skill_md_content: "\uFEFF---\r\nname: x\r\n---\r\nHi" };
    expect(textOf("skill", version(given))).toBe("---\nname: x\n---\nHi\n");
  });

  test("whose text is not here are a stub", () => {
    const given = { git_url: "https://x.test/r", git_ref: "main", skill_path: "/s" };
    expect(textOf("skill", version(given))).toBe(
      '---\nname: "X"\ndescription: "Does x"\nsource: "https://x.test/r"\nref: "main"\npath: "/s"\n---\n',
    );
  });

  test("hold the bytes of a file that is no text", () => {
    const file = { path: "a.png", content: "iVBORw0KGgoA/w==", encoding: "base64", executable: false };
    const { bytes } = canonicalContent("skill", version({ skill_md_content: "x", files: [file] }));
    expect([...(unzipSync(bytes)["a.png"] ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);
  });

  test("with files are a zip", () => {
    const fields = {
      skill_md_content: "# Hi\r\n",
      script_content: "#!/bin/sh\n",
      script_filename: "run.sh",
      files: [
        { path: "b.txt", content: "b\r\n", executable: false },
        { path: "a/x", content: "", executable: true },
      ],
    };
    const { bytes, mediaType } = canonicalContent("skill", version(fields));
    expect(mediaType).toBe("application/zip");
    const files = Object.entries(unzipSync(bytes)).map(([path, file]) => [path, new TextDecoder().decode(file)]);
    expect(files).toEqual([
      ["SKILL.md", "# Hi\n"],
      ["a/x", ""],
      ["b.txt", "b\r\n"],
      ["run.sh", "#!/bin/sh\n"],
    ]);
    expect(digestOf(bytes)).toBe("sha256:3c4c65ce44800166cef28adca4dcaf951c027cea62f61e35362f29dc7daac569");
  });
});

describe("agents", () => {
  const external = { name: "e", command: "npx", env: { B: "2", A: "1" } };
  const agent = {
    components: [{ type: "mcp", name: "ada/m", id: "i", version: "1.0.0", digest: "sha256:ab" }],
    requiredCapabilities: ["mcp_servers"],
    yamlSnapshot: "name: x\n",
  };
  const fields = {
    prompt: "p",
    model_name: "m",
    model_config_json: { t: 1 },
    models_by_harness: { cursor: "c" },
    external_mcps: [external],
    category: "c",
  };

  test("have exactly their members", () => {
    expect(textOf("agent", version(fields, { agent }))).toBe(
      `{"components":[{"digest":"sha256:ab","id":"i","name":"ada/m","type":"mcp","version":"1.0.0"}],"description":"Does x","externalMcps":[{"command":"npx","env":["A","B"],"name":"e"}],"model":"m","modelConfig":{"t":1},"modelsByHarness":{"cursor":"c"},${COMMON},"prompt":"p","qualifiedName":"ada/x","requiredCapabilities":["mcp_servers"],"supportedHarnesses":["cursor"],"version":"1.0.0","yamlSnapshot":"name: x\\n"}`,
    );
  });

  test("say what they may use, and keep their digest where they say nothing of it", () => {
    const limited = { ...fields, tools: ["Read"], disallowed_tools: ["Bash"], color: "red", argument_hint: "<file>" };
    expect(JSON.parse(textOf("agent", version(limited, { agent })))).toMatchObject({
      tools: ["Read"],
      disallowedTools: ["Bash"],
      color: "red",
      argumentHint: "<file>",
    });
    const emptied = { ...fields, tools: [], disallowed_tools: [], color: "", argument_hint: "" };
    expect(textOf("agent", version(emptied, { agent }))).toBe(textOf("agent", version(fields, { agent })));
    expect(parse(agentYaml({ ...version(limited), components: [] }))).toMatchObject({
      tools: ["Read"],
      disallowed_tools: ["Bash"],
    });
  });

  test("as YAML tell what they are made of, and no value of a variable", () => {
    const definition = { ...version(fields), components: agent.components };
    const yaml = agentYaml(definition);
    expect(parse(yaml)).toEqual({
      name: "X",
      version: "1.0.0",
      description: "Does x",
      category: "c",
      model_name: "m",
      model_config_json: { t: 1 },
      models_by_harness: { cursor: "c" },
      supported_harnesses: ["cursor"],
      prompt: "p",
      components: [{ type: "mcp", name: "ada/m", version: "1.0.0" }],
      external_mcps: [{ name: "e", command: "npx", env: ["A", "B"] }],
    });
    expect(yaml.startsWith("name: X\nversion: 1.0.0\n")).toBe(true);
  });

  test("the digest of an external server is over the sorted names of its variables", () => {
    expect(externalMcpDigestInput(external)).toBe('{"command":"npx","env":["A","B"],"name":"e"}');
    expect(externalMcpDigestInput({ name: "e", url: "u" })).toBe('{"name":"e","url":"u"}');
  });
});

test("the digest of a lock is over all but itself and the time", () => {
  const lock = {
    lock_version: 1 as const,
    digest_alg: "sha256" as const,
    agent: { id: "i", qualified_name: "ada/x", version: "1.0.0", version_id: "v" },
    status: "locked" as const,
    components: [],
    external_mcps: [],
  };
  const input = lockDigestInput(lock);
  expect(input).toBe(
    '{"agent":{"id":"i","qualified_name":"ada/x","version":"1.0.0","version_id":"v"},"components":[],"digest_alg":"sha256","external_mcps":[],"lock_version":1,"status":"locked"}',
  );
  expect(lockDigestInput({ ...lock, digest: "sha256:ab", locked_at: "2026-01-01T00:00:00Z" })).toBe(input);
});
