import { expect, test } from "vitest";
import type { ItemSummary } from "../../../api/kinds.js";
import { candidateRows } from "./candidate-rows.js";

const item = (name: string, more: Partial<ItemSummary> = {}) =>
  ({
    id: name,
    type: "skills",
    name,
    qualified_name: `ada/${name}`,
    description: "",
    status: "approved",
    ...more,
  }) as ItemSummary & { readonly type: "skills" };
/** What every item of the server has, whatever the test is about. */
const OPEN = { supported_harnesses: [], tags: [], updated_at: "2026-01-01" };
const draft = (name: string, description = "") => item(name, { ...OPEN, status: "draft", description });

const namesFor = (q: string, found: ReturnType<typeof item>[], own: ItemSummary[], chosen: string[] = []): string[] =>
  candidateRows({
    q,
    found,
    own: [{ type: "skills", items: own }],
    chosen: chosen.map((id) => ({ component_type: "skill", component_id: id })),
  }).map((row) => row.item.name);

test("the author's unapproved items come first, and approved ones only as the search found them", () => {
  const own = [draft("notes", "about reviews"), item("published", { ...OPEN, description: "reviews" })];
  expect(namesFor("reviews", [item("lint"), item("published")], own)).toEqual(["notes", "lint", "published"]);
});

test("a name that was typed in full comes before a draft that only mentions it", () => {
  const own = [draft("notes", "how to use code-review")];
  expect(namesFor(" Code-Review ", [item("lint"), item("code-review")], own)).toEqual(["code-review", "notes", "lint"]);
});

test("what the agent already has is not offered again", () => {
  expect(namesFor("", [item("lint"), item("mail")], [draft("notes")], ["lint", "notes"])).toEqual(["mail"]);
});
