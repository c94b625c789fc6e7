import { expect, test } from "vitest";
import { componentProblems } from "./component-problems.js";

const values = { components: [{ component_id: "a" }, { component_id: "b" }, { component_id: "a" }] };
const about = (id: string) => [{ component_type: "skill", component_id: id, reason: "No." }];

test.each([
  ["b", { path: "components[1]", message: "No." }],
  ["a", { path: "components[2]", message: "No." }],
  ["gone", { path: "components", message: "skill gone: No." }],
])("what is wrong with %s stands at its place", (id, expected) => {
  expect(componentProblems(values, about(id))).toEqual([expected]);
});
