import { expect, test } from "vitest";
import { fieldsOf, keyOf, type FieldView } from "./field-view.js";
import { newRow, readValues, writePayload } from "./form-values.js";
import { sectionsOf, type FormType } from "./kind-forms.js";
import { initialValues, schemaOf } from "./schemas.js";

const TYPES: readonly FormType[] = ["mcps", "skills", "hooks", "prompts", "sandboxes"];
const formOf = (type: FormType) => fieldsOf(sectionsOf(type));

test.each(TYPES)("%s: every field of a submission has a control, and no control is for another", (type) => {
  const names = new Set(formOf(type).map(({ name, inside }) => inside ?? name));
  expect([...names].toSorted()).toEqual(Object.keys(schemaOf(type, "submitItem").properties ?? {}).toSorted());
});

const FULL: Readonly<Record<FormType, object>> = {
  mcps: {
    command: "npx",
    args: ["-y", "@acme/tickets@1.0.0"],
    headers: [{ name: "X-Team", description: "Whose", required: false }],
    custom_fields: { cost: { center: 42 } },
    category: "databases",
    supported_harnesses: ["cursor"],
    tags: ["a", "b"],
  },
  skills: {
    delivery_mode: "registry_direct",
    task_type: "testing",
    skill_path: "/",
    skill_md_content: "---\nname: a\n---\n  indented\n",
    files: [{ path: "a.py", content: "", executable: true }],
  },
  hooks: {
    event: "Stop",
    handler_type: "http",
    handler_config: { url: "https://a.example", timeout: 5, headers: { a: "b" } },
    execution_mode: "sync",
    scope: "global",
    priority: 7,
  },
  prompts: {
    category: "general",
    template: "Say {{ word }}.",
    variables: [{ name: "word", description: "d", required: true, default: "x" }],
  },
  sandboxes: {
    runtime_type: "firecracker",
    image: "",
    network_policy: "none",
    runtime_config: { config_path: "/etc/vm.json", boot: "fast" },
    resource_limits: { memory: "512m", cpus: 2, pids: 9 },
  },
};

test.each(TYPES)("%s: what is read from an item is written as it was", (type) => {
  const shared = { name: "n", version: "1.0.0", description: "d", visibility: "public" };
  const item: Record<string, unknown> = { ...shared, ...FULL[type] };
  const { payload, problems } = writePayload(formOf(type), readValues(formOf(type), item));
  // A repository path is not required for a skill that is delivered by the registry.
  const { skill_path: _path, ...kept } = item;
  expect({ payload, problems }).toEqual({ payload: kept, problems: [] });
});

test("a new form has the contract's defaults, and a number for its version", () => {
  expect(initialValues("hooks", formOf("hooks"))).toMatchObject({
    version: "1.0.0",
    visibility: "public",
    execution_mode: "async",
    priority: "100",
    supported_harnesses: [],
  });
});

test("what is not shown is not sent", () => {
  const values = { ...initialValues("hooks", formOf("hooks")), "handler_config.url": "https://a.example" };
  expect(writePayload(formOf("hooks"), values).payload).not.toHaveProperty("handler_config.url");
  expect(writePayload(formOf("hooks"), { ...values, handler_type: "http" }).payload).toHaveProperty(
    "handler_config.url",
    "https://a.example",
  );
});

test("an image is left out, so that it is asked for, except where another field can stand for it", () => {
  const values = initialValues("sandboxes", formOf("sandboxes"));
  expect(writePayload(formOf("sandboxes"), values).payload).not.toHaveProperty("image");
  expect(writePayload(formOf("sandboxes"), { ...values, runtime_type: "wasm" }).payload).toMatchObject({ image: "" });
});

test("lines are trimmed, and empty ones are none", () => {
  const tags: FieldView = { name: "tags", label: "Tags", control: { kind: "lines" } };
  expect(writePayload([tags], { tags: " a \n\n b c\r\n" }).payload).toEqual({ tags: ["a", "b c"] });
  expect(writePayload([tags], { tags: " \n" }).payload).toEqual({});
});

test.each([
  ["{", /^Invalid JSON: /],
  ["[1]", /^Write an object/],
])("JSON says what is wrong with %s", (text, words) => {
  const field: FieldView = { name: "hints", label: "Hints", control: { kind: "json" } };
  const { payload, problems } = writePayload([field], { hints: text });
  expect(payload).toEqual({});
  expect(problems).toEqual([{ path: "hints", message: expect.stringMatching(words) as string }]);
});

test("a new row has its defaults", () => {
  const rows = formOf("mcps").find((field) => keyOf(field) === "headers")?.control;
  expect(rows?.kind === "rows" && newRow(rows.cells)).toEqual({ name: "", description: "", required: true });
});
