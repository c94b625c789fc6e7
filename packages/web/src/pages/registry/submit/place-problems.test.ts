import { expect, test } from "vitest";
import { agentSections } from "../agent-builder/agent-sections.js";
import { fieldsOf } from "./field-view.js";
import { sectionsOf, type FormType } from "./kind-forms.js";
import { placeProblems } from "./place-problems.js";
import { fieldPath, initialValues } from "./schemas.js";

const place = (type: FormType, path: string, values: object = {}) => {
  const fields = fieldsOf(sectionsOf(type));
  const { at, rest } = placeProblems(fields, { ...initialValues(type, fields), ...values }, [{ path, message: "No." }]);
  return rest.length > 0 ? "nowhere" : [...at].map(([key, message]) => `${key} = ${message}`).join();
};

interface Case {
  readonly what: string;
  readonly type: FormType;
  readonly path: string;
  readonly values?: object;
  readonly at: string;
}

test.each<Case>([
  { what: "a field", type: "mcps", path: "name", at: "name = No." },
  {
    what: "a cell",
    type: "mcps",
    path: "headers[1].name",
    values: { headers: [{}, {}] },
    at: "headers[1].name = No.",
  },
  {
    what: "a line, which is quoted",
    type: "mcps",
    path: "args[1]",
    values: { args: "-y\n\nrm" },
    at: "args = “rm”: No.",
  },
  {
    what: "a member that has a field",
    type: "hooks",
    path: "handler_config.command",
    at: "handler_config.command = No.",
  },
  {
    what: "a member that has none",
    type: "hooks",
    path: "handler_config.headers.a",
    at: "handler_config = headers.a: No.",
  },
  { what: "a field that is not shown", type: "skills", path: "git_url", at: "nowhere" },
  { what: "what the form does not have", type: "skills", path: "colour", at: "nowhere" },
])("places $what", ({ type, path, values, at }) => {
  expect(place(type, path, values)).toBe(at);
});

test.each([
  ["components[1]", "components[1] = No."],
  ["components[1].config_override", "components[1].config_override = No."],
  ["components[1].config_override.env", "components[1].config_override = No."],
  ["components[1].version", "components[1] = version: No."],
  ["components", "components = No."],
])("of an agent, places %s", (path, expected) => {
  const fields = fieldsOf(agentSections(new Map()));
  const { at } = placeProblems(fields, {}, [{ path, message: "No." }]);
  expect([...at].map(([key, message]) => `${key} = ${message}`)).toEqual([expected]);
});

test("a field tells one thing at a time", () => {
  const fields = fieldsOf(sectionsOf("prompts"));
  const problems = ["First.", "Second."].map((message) => ({ path: "name", message }));
  expect([...placeProblems(fields, {}, problems).at]).toEqual([["name", "First."]]);
});

test.each([
  ["mcps", "body.extra.source_url", "git_url"],
  ["mcps", "body.extra.headers[0].name", "headers[0].name"],
  ["hooks", "body.extra.source_url", "source_url"],
  ["mcps", "body.name", "name"],
] as const)("of %s, %s is %s", (type, path, expected) => {
  expect(fieldPath(type, path)).toBe(expected);
});
