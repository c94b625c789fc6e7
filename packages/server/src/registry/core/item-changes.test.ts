import { expect, test } from "vitest";
import { changesBetween, itemWith } from "./item-changes.js";

const item = { owner: "ada", team_id: null, fields: { category: "general", custom_fields: { a: 1, b: 2 } } };

test("an item with changes shows them in place of its own", () => {
  expect(itemWith(item, { owner: "Ada Inc", category: "finance" })).toEqual({
    owner: "Ada Inc",
    fields: { category: "finance", custom_fields: { a: 1, b: 2 } },
  });
  expect(itemWith(item, null)).toEqual({ owner: "ada", fields: item.fields });
});

test("a team's item is shown as the team's, whatever waited when it came to the team", () => {
  expect(itemWith({ ...item, owner: "Team", team_id: "t" }, { owner: "Ada Inc" }).owner).toBe("Team");
});

test.each([
  ["nothing", {}, null],
  ["the same in another order", { fields: { custom_fields: { b: 2, a: 1 }, category: "general" } }, null],
  ["the owner", { owner: "Ada Inc" }, { owner: "Ada Inc" }],
  ["a new field", { fields: { ...item.fields, note: "x" } }, { note: "x" }],
  ["a field", { fields: { ...item.fields, custom_fields: {} } }, { custom_fields: {} }],
])("what changes is kept and no more: %s", (_what, change, expected) => {
  expect(changesBetween(item, { ...item, ...change })).toEqual(expected);
});

test("what is kept makes the item that was wanted", () => {
  const wanted = { owner: "Ada Inc", fields: { category: "finance", custom_fields: { b: 3 } } };
  expect(itemWith(item, changesBetween(item, wanted))).toEqual(wanted);
});
