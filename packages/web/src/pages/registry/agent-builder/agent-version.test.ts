import { expect, test } from "vitest";
import type { ItemDetail, ItemVersion } from "../../../api/kinds.js";
import { releaseBody } from "../edit/changes.js";
import { draftSections, releaseSections } from "../edit/edit-sections.js";
import { fieldsOf } from "../submit/field-view.js";
import { initialValues } from "../submit/schemas.js";
import { readValues, writePayload } from "../submit/form-values.js";
import { checkFor } from "../submit/use-submission.js";
import { agentSections } from "./agent-sections.js";
import { agentVersionAsItem } from "./agent-version.js";
import { lockedVersions } from "./component-choice.js";

const SECTIONS = agentSections(new Map());
const FIELDS = fieldsOf(SECTIONS);
const check = checkFor("agents", "submitItem");
const problemsOf = (values: object) => {
  const written = writePayload(FIELDS, { ...initialValues("agents", FIELDS), ...values });
  return [...written.problems, ...check(written)].map(({ path }) => path);
};

test("a new agent needs a name and a description, and nothing else", () => {
  expect(problemsOf({})).toEqual(["name", "description"]);
  expect(problemsOf({ name: "Not A Name", description: "d" })).toEqual(["name"]);
  expect(problemsOf({ name: "a", description: "d" })).toEqual([]);
});

test("what is typed becomes the payload of the contract", () => {
  const components = [{ component_type: "skill", component_id: "s", version: "1.0.0" }];
  const values = {
    ...initialValues("agents", FIELDS),
    name: "reviewer",
    description: "d",
    components,
    external_mcps: [{ name: "clock", url: "", command: "npx", args: "-y\n@acme/clock@2.0.0", env: '{"ZONE": ""}' }],
    "success_criteria.intended_purpose": "Finds risks",
    "success_criteria.success_metrics": [{ name: "n", target: "t", measurement: "m" }],
    models_by_harness: { cursor: "fast" },
  };
  const { payload } = writePayload(FIELDS, values);
  expect(payload).toMatchObject({
    name: "reviewer",
    version: "1.0.0",
    model_name: "inherit",
    visibility: "public",
    components,
    models_by_harness: { cursor: "fast" },
    external_mcps: [{ name: "clock", command: "npx", args: ["-y", "@acme/clock@2.0.0"], env: { ZONE: "" } }],
    success_criteria: {
      intended_purpose: "Finds risks",
      success_metrics: [{ name: "n", target: "t", measurement: "m" }],
    },
  });
  expect(problemsOf(values)).toEqual([]);
  // And back again, as at the start of an edit.
  expect(writePayload(FIELDS, readValues(FIELDS, payload)).payload).toEqual(payload);
});

test("a further version has everything side by side, and always its model", () => {
  const fields = fieldsOf(releaseSections("agents", SECTIONS));
  const before = { version: "1.0.0", description: "d", model_name: "inherit", prompt: "p", components: [] };
  const after = { ...before, version: "1.1.0", prompt: "q" };
  expect(releaseBody("agents", { fields, before, after })).toEqual({
    body: { version: "1.1.0", model_name: "inherit", prompt: "q" },
    problems: [],
  });
  expect(fields.map(({ name }) => name)).not.toContain("name");
  expect(fieldsOf(draftSections("agents", SECTIONS)).map(({ name }) => name)).toContain("name");
});

test("a version that is not approved yet is edited with the ids and the locks of its components", () => {
  const pin = { component_type: "skill", component_id: "id-1", resolved_version: "2.0.0", status: "approved" };
  const version = {
    version: "1.1.0",
    description: "new",
    extra: { prompt: "q", components: [{ component_type: "skill", component_id: "ada/notes" }] },
    components: [pin],
  } as unknown as ItemVersion;
  const shown = agentVersionAsItem({ id: "a", description: "old" } as ItemDetail, version);
  expect(shown).toMatchObject({
    id: "a",
    description: "new",
    prompt: "q",
    components: [{ component_type: "skill", component_id: "id-1" }],
  });
  expect(lockedVersions(shown)).toEqual(new Map([["id-1", "2.0.0"]]));
});
