import { expect, test } from "vitest";
import { fieldsOf } from "../submit/field-view.js";
import { sectionsOf, type FormType } from "../submit/kind-forms.js";
import { draftChanges, releaseBody, suggestVersion } from "./changes.js";
import { draftSections, releaseSections } from "./edit-sections.js";

const draft = (type: FormType, before: object, after: object) =>
  draftChanges(type, {
    fields: fieldsOf(draftSections(type, sectionsOf(type))),
    before: { ...before },
    after: { ...after },
  });
const release = (type: FormType, before: object, after: object) =>
  releaseBody(type, {
    fields: fieldsOf(releaseSections(type, sectionsOf(type))),
    before: { ...before },
    after: { ...after },
  });

test("only what changed is sent", () => {
  const before = { name: "n", tags: ["a"], headers: [{ name: "A" }] };
  expect(draft("mcps", before, { ...before, headers: [{ name: "B" }] })).toEqual({
    body: { headers: [{ name: "B" }] },
    problems: [],
  });
});

test("what was emptied is sent as the emptiest value that the schema takes", () => {
  const before = { tags: ["a"], setup_instructions: "s", custom_fields: { a: 1 } };
  expect(draft("mcps", before, {}).body).toEqual({ tags: [], setup_instructions: "", custom_fields: {} });
});

test("what cannot be emptied says so", () => {
  expect(draft("mcps", { git_url: "https://a.example" }, {})).toEqual({
    body: {},
    problems: [{ path: "git_url", message: "This field can be changed, but not cleared." }],
  });
});

test("a command that gives way to an address is not sent", () => {
  expect(draft("mcps", { command: "npx" }, { url: "https://a.example" })).toEqual({
    body: { url: "https://a.example" },
    problems: [],
  });
});

test("a further version has what is new in extra, under the names that it has there", () => {
  const before = { version: "1.0.0", description: "d", git_url: "https://a.example", supported_harnesses: ["cursor"] };
  const after = { version: "1.0.1", description: "d", git_url: "https://b.example", changelog: "Moved" };
  expect(release("mcps", before, after)).toEqual({
    body: {
      version: "1.0.1",
      description: "d",
      changelog: "Moved",
      supported_harnesses: [],
      extra: { source_url: "https://b.example" },
    },
    problems: [],
  });
});

test("the forms for changes ask only for what can be changed there", () => {
  const names = (sections: ReturnType<typeof draftSections>): string[] => fieldsOf(sections).map(({ name }) => name);
  for (const absent of ["team_id", "visibility", "client_analysis"]) {
    expect(names(draftSections("mcps", sectionsOf("mcps")))).not.toContain(absent);
  }
  for (const absent of ["name", "category", "custom_fields", "team_id", "visibility", "owner"]) {
    expect(names(releaseSections("mcps", sectionsOf("mcps")))).not.toContain(absent);
  }
  expect(names(releaseSections("mcps", sectionsOf("mcps")))).toEqual(
    expect.arrayContaining(["git_url", "headers", "version", "tags"]),
  );
});

test.each([
  ["1.4.0", [], "1.4.1"],
  ["1.4.9", ["1.4.10"], "1.4.11"],
  ["2.0.0-rc.1", [], "2.0.0"],
] as const)("after %s, with %j there, comes %s", (current, taken, next) => {
  expect(suggestVersion(current, taken)).toBe(next);
});
