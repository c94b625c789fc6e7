import { expect, test } from "vitest";
import { fieldsOf } from "./field-view.js";
import { sectionsOf, type FormType } from "./kind-forms.js";
import { placeProblems } from "./place-problems.js";
import { fieldPath, initialValues } from "./schemas.js";

const place = (type: FormType, path: string, values: object = {}) => {
  const fields = fieldsOf(sectionsOf(type));
  const { at, rest } = placeProblems(fields, { ...initialValues(type, fields), ...values }, [{ path, message: "No." }]);
  return rest.length > 0 ? "nowhere" : [...at].map(([key, message]) => `${key} = ${message}`).join();
};

test.each<[string, FormType, string, object, string]>([
  ["a field", "mcps", "name", {}, "name = No."],
  ["a cell", "mcps", "headers[1].name", { headers: [{}, {}] }, "headers[1].name = No."],
  ["a line, which is quoted", "mcps", "args[1]", { args: "-y\n\nrm" }, "args = “rm”: No."],
  ["a member that has a field", "hooks", "handler_config.command", {}, "handler_config.command = No."],
  ["a member that has none", "hooks", "handler_config.headers.a", {}, "handler_config = headers.a: No."],
  ["a field that is not shown", "skills", "git_url", {}, "nowhere"],
  ["what the form does not have", "skills", "colour", {}, "nowhere"],
])("%s", (_what, type, path, values, expected) => {
  expect(place(type, path, values)).toBe(expected);
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
