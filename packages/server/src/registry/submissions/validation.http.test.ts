import type { FieldError, ItemType } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, stockShelf, submissionOf, type Shelf } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

interface Bad {
  readonly type: ItemType;
  readonly what: string;
  readonly body: Record<string, unknown>;
  /** Every one of them, at once. */
  readonly paths: readonly string[];
}

const nothing = { command: undefined, args: undefined };
const BAD: readonly Bad[] = [
  { type: "mcps", what: "no way to reach it", body: nothing, paths: ["body.git_url"] },
  { type: "mcps", what: "two ways to reach it", body: { url: "https://mcp.example/sse" }, paths: ["body.url"] },
  {
    type: "mcps",
    what: "unknown words",
    body: {
      environment_variables: [],
      category: "fun",
      transport: "pigeon",
      framework: "cobol",
      supported_harnesses: "cursor",
    },
    paths: ["body.category", "body.transport", "body.framework", "body.supported_harnesses"],
  },
  { type: "mcps", what: "the category of scans", body: { category: "scanned" }, paths: ["body.category"] },
  { type: "mcps", what: "a shell", body: { command: "bash", args: ["x.sh"] }, paths: ["body.command"] },
  { type: "mcps", what: "a fetcher", body: { command: "/usr/bin/curl", args: [] }, paths: ["body.command"] },
  { type: "mcps", what: "a line for a shell", body: { command: "npx x && rm -rf ." }, paths: ["body.command"] },
  {
    type: "mcps",
    what: "inline code",
    body: { command: "python3", args: ["-c", "import os"] },
    paths: ["body.args[0]"],
  },
  { type: "mcps", what: "inline code", body: { command: "node", args: ["-e", "1"] }, paths: ["body.args[0]"] },
  {
    type: "mcps",
    what: "several problems",
    body: {
      transport: "sse",
      environment_variables: [{ name: "A" }, { name: "A" }],
      supported_harnesses: ["cursor", "emacs"],
      description: " ",
    },
    paths: ["body.supported_harnesses[1]", "body.transport", "body.environment_variables[1].name", "body.description"],
  },
  {
    type: "mcps",
    what: "what the schema refuses, and what it does not see",
    body: {
      version: "1.0",
      command: "bash",
      description: ["Uses gh", "p_a8Kd72nXcP0qLm4RtYv9Zb3Wf6Hj1Ns5UeGi"].join(""),
    },
    paths: ["body.version", "body.command", "body.description"],
  },
  {
    type: "skills",
    what: "no text to deliver",
    body: { skill_md_content: undefined },
    paths: ["body.skill_md_content"],
  },
  {
    type: "skills",
    what: "no source",
    body: { skill_md_content: undefined, delivery_mode: "git_fetch" },
    paths: ["body.git_url"],
  },
  { type: "skills", what: "an unknown task", body: { task_type: "cooking" }, paths: ["body.task_type"] },
  {
    type: "skills",
    what: "a path out of its folder, a script without a name",
    body: { files: [{ path: "../x", content: "" }], script_content: "echo" },
    paths: ["body.files[0].path", "body.script_filename"],
  },
  {
    type: "skills",
    what: "front matter without its keys",
    body: { skill_md_content: "---\ntitle: x\n---\nText\n" },
    paths: ["body.skill_md_content", "body.skill_md_content"],
  },
  { type: "skills", what: "a bad command", body: { slash_command: "Not Good" }, paths: ["body.slash_command"] },
  {
    type: "hooks",
    what: "unknown words",
    body: { event: "Sometimes", handler_type: "pigeon", execution_mode: "later", scope: "moon" },
    paths: ["body.event", "body.handler_type", "body.execution_mode", "body.scope"],
  },
  { type: "hooks", what: "nothing to run", body: { handler_config: {} }, paths: ["body.handler_config.command"] },
  {
    type: "hooks",
    what: "an invalid address",
    body: { handler_type: "http", handler_config: { url: "ftp://x", timeout: -1 } },
    paths: ["body.handler_config.url", "body.handler_config.timeout"],
  },
  {
    type: "prompts",
    what: "unknown words, no template",
    body: { category: "poetry", template: "" },
    paths: ["body.category", "body.template"],
  },
  {
    type: "prompts",
    what: "other variables than the template's",
    body: { variables: [{ name: "topic" }, { name: "mood" }] },
    paths: ["body.variables[1].name", "body.variables"],
  },
  {
    type: "sandboxes",
    what: "unknown words",
    body: { runtime_type: "jail", network_policy: "all" },
    paths: ["body.runtime_type", "body.network_policy"],
  },
  { type: "sandboxes", what: "an address as image", body: { image: "https://x/y" }, paths: ["body.image"] },
  { type: "sandboxes", what: "an option as image", body: { image: "--privileged" }, paths: ["body.image"] },
  {
    type: "sandboxes",
    what: "no configuration",
    body: { runtime_type: "firecracker", image: "vm", runtime_config: { kernel_image_path: "/k" } },
    paths: ["body.runtime_config"],
  },
  {
    type: "sandboxes",
    what: "no module, a bad limit",
    body: { runtime_type: "wasm", image: "", resource_limits: { memory: "lots" } },
    paths: ["body.image", "body.resource_limits.memory"],
  },
  { type: "agents", what: "a bad name", body: { name: "My Agent" }, paths: ["body.name"] },
  { type: "agents", what: "a pre-release", body: { version: "1.0.0-rc.1" }, paths: ["body.version"] },
  { type: "agents", what: "no words", body: { prompt: "" }, paths: ["body.prompt"] },
  {
    type: "agents",
    what: "an unknown component type, too many words",
    body: {
      components: [{ component_type: "agent", component_id: "x" }],
      success_criteria: { intended_purpose: "x".repeat(2001) },
    },
    paths: ["body.components[0].component_type", "body.success_criteria.intended_purpose"],
  },
  {
    type: "agents",
    what: "commands that are none",
    body: {
      external_mcps: [
        { name: "a", command: "sh", args: ["-c", "x"] },
        { name: "b", command: "npx;ls", args: [] },
        { name: "c", command: "wget", args: ["https://x"] },
        { name: "c", command: "python", args: ["-c", "1"] },
      ],
      models_by_harness: { emacs: "x" },
    },
    paths: [
      "body.external_mcps[0].command",
      "body.external_mcps[1].command",
      "body.external_mcps[2].command",
      "body.external_mcps[3].args[0]",
      "body.external_mcps[3].name",
      "body.models_by_harness.emacs",
    ],
  },
];

describe.each(largestSize)("what is submitted ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());

  const submit = (type: ItemType, more: object): ReturnType<Send> =>
    send(`POST /${type}`, { token: ada.token, body: submissionOf(type, { ...more }) });
  const errorsOf = (answer: Awaited<ReturnType<Send>>): FieldError[] => answer.json().errors;

  test.each(BAD)("is refused with every problem: $type with $what", async ({ type, body, paths }) => {
    const refused = await submit(type, body);
    expect(verdict(refused), refused.body).toEqual([422, "validation_failed"]);
    const errors = errorsOf(refused);
    expect(errors.map(({ path }) => path).toSorted(), refused.body).toEqual([...paths].toSorted());
    for (const { message } of errors) expect(message.length, refused.body).toBeGreaterThan(8);
  });

  describe.each(EVERY_TYPE)("of kind $kind", ({ type }) => {
    test.each(["1.0", "v1.0.0", "1.0.0+build", "01.0.0", "latest", "", "1.0.0-", "1.0.0-01", 1])(
      "has a semantic version, not %j",
      async (version) => {
        const refused = await submit(type, { version, environment_variables: undefined });
        expect(verdict(refused), refused.body).toEqual([422, "validation_failed"]);
        expect(errorsOf(refused).map(({ path }) => path)).toEqual(["body.version"]);
      },
    );

    test("has no secret in any field, and the refusal does not repeat it", async () => {
      const secrets = [
        "ghp_x7Kq92mVbT4nLw8RzYcE1uHs6DaJf3Gp0oQi",
        "AKIAQ7XN4TZLMW2PRV6K",
        "postgres://app:Wq7zR2mK9vLp@db.acme.io/app",
        `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDP7kQz\n".repeat(3)}-----END PRIVATE KEY-----`,
      ];
      for (const secret of secrets) {
        const refused = await submit(type, { description: `Uses ${secret} to sign in`, changelog: secret });
        expect(verdict(refused), `${secret} ${refused.body}`).toEqual([422, "validation_failed"]);
        expect(new Set(errorsOf(refused).map(({ path }) => path))).toEqual(
          new Set(["body.description", "body.changelog"]),
        );
        expect(refused.body).not.toContain(secret.slice(0, 16));
        const draft = { name: `d-${Date.now()}`, description: secret };
        const drafted = await send(`POST /${type}/draft`, { token: ada.token, body: draft });
        expect(verdict(drafted)).toEqual([422, "validation_failed"]);
      }
      const item = await shelf.publish(type, ada);
      const release = { version: "2.0.0", description: secrets[0], model_name: "x" };
      const released = await send(`POST /${type}/${item.id}/versions`, { token: ada.token, body: release });
      expect(verdict(released)).toEqual([422, "validation_failed"]);
      const noted = await send(`PATCH /${type}/${item.id}/versions/1.0.0`, {
        token: ada.token,
        body: { deprecated: secrets[0] },
      });
      expect(verdict(noted)).toEqual([422, "validation_failed"]);
    });

    test.each(["\u202E", "\u200B", "\u2066", "\u{E0041}", "\uFEFF"])(
      "has no text that nobody sees or that changes direction (%j)",
      async (hidden) => {
        const refused = await submit(type, { description: `Tidy${hidden}gnp.exe` });
        expect(verdict(refused), refused.body).toEqual([422, "validation_failed"]);
        expect(errorsOf(refused).map(({ path }) => path)).toEqual(["body.description"]);
        const named = await submit(type, { name: `tidy${hidden}name` });
        expect(verdict(named)).toEqual([422, "validation_failed"]);
        expect(errorsOf(named).map(({ path }) => path)).toContain("body.name");
      },
    );

    test("takes no unknown or mistyped extra in a further version, nor a number twice", async () => {
      const item = await shelf.publish(type, ada);
      const release = (body: object): ReturnType<Send> =>
        send(`POST /${type}/${item.id}/versions`, {
          token: ada.token,
          body: { description: "Further", model_name: "x", ...body },
        });
      expect(verdict(await release({ version: "1.0.0" }))).toEqual([409, "conflict"]);
      expect(verdict(await release({ version: "1.1" }))).toEqual([422, "validation_failed"]);
      if (type === "agents") return;
      for (const extra of [{ colour: "red" }, { client_analysis: {} }, "text", { supported_harnesses: 1 }]) {
        const refused = await release({ version: "1.1.0", extra });
        expect(verdict(refused), JSON.stringify(extra)).toEqual([422, "validation_failed"]);
        expect(errorsOf(refused)[0]?.path).toContain("body.extra");
      }
    });
  });
});
