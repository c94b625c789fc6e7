import { describe, expect, test } from "vitest";
import type { IndexedPlugin } from "./catalogue-index.js";
import { commitMessage } from "./commit-message.js";
import { planCatalogue, type ListedItem, type Looked } from "./plan-catalogue.js";

const listed = (id: string, more: Partial<ListedItem> = {}): ListedItem => ({
  id,
  kind: "skill",
  namespace: "ada",
  slug: id,
  latest_version_id: `${id}@1`,
  updated_at: new Date(0),
  ...more,
});
const known = (id: string, more: Partial<IndexedPlugin> = {}): IndexedPlugin => ({
  plugin: `ada-${id}`,
  id,
  kind: "skill",
  item: `ada/${id}`,
  version: "1.0.0",
  version_id: `${id}@1`,
  digest: "sha256:0",
  description: "",
  released_at: "",
  has: [],
  parts: [],
  ...more,
});
const looked = (items: readonly ListedItem[], ids?: readonly string[], incomplete: readonly string[] = []): Looked => ({
  items,
  ids: ids && new Set(ids),
  incomplete: new Set(incomplete),
});
const plan = (before: readonly IndexedPlugin[], seen: Looked, rendersAnew = false) => {
  const { kept, made, removed } = planCatalogue(before, seen, { rendersAnew });
  return { kept: kept.map(({ id }) => id), made: made.map(({ plugin }) => plugin), removed };
};

describe("what becomes of each plugin", () => {
  const before = [known("a"), known("b")];

  test.each<[string, Looked, ReturnType<typeof plan>]>([
    ["nothing was looked at", looked([], []), { kept: ["a", "b"], made: [], removed: [] }],
    ["an item is new", looked([listed("c")], ["c"]), { kept: ["a", "b"], made: ["ada-c"], removed: [] }],
    [
      "an item has a new version",
      looked([listed("a", { latest_version_id: "a@2" })], ["a"]),
      { kept: ["b"], made: ["ada-a"], removed: ["ada-a"] },
    ],
    ["an item is gone", looked([], ["a"]), { kept: ["b"], made: [], removed: ["ada-a"] }],
    [
      "an item was renamed",
      looked([listed("a", { slug: "z" })], ["a"]),
      { kept: ["b"], made: ["ada-z"], removed: ["ada-a"] },
    ],
    [
      "an agent has a part that may not be seen",
      looked([listed("a")], ["a"], ["a@1"]),
      { kept: ["b"], made: [], removed: ["ada-a"] },
    ],
    [
      "everything was looked at, and is as it was",
      looked([listed("a"), listed("b")]),
      { kept: ["a", "b"], made: [], removed: [] },
    ],
    ["everything was looked at, and one is left", looked([listed("b")]), { kept: ["b"], made: [], removed: ["ada-a"] }],
  ])("when %s", (_when, seen, expected) => expect(plan(before, seen)).toEqual(expected));

  test("makes all of them by new rules, each under its old name", () => {
    const named = [known("a", { plugin: "other" }), known("b")];
    expect(plan(named, looked([listed("b"), listed("a")]), true)).toEqual({
      kept: [],
      made: ["ada-b", "other"],
      removed: ["other", "ada-b"],
    });
  });

  test("gives nothing new a name that somebody knows", () => {
    const same = listed("c", { slug: "a", kind: "mcp" });
    expect(plan(before, looked([same, listed("a"), listed("b")])).made).toEqual(["ada-a-mcp"]);
  });
});

test("a message names what is in the commit, and of what is not only how many", () => {
  const made = [listed("a"), listed("b")].map((item) => ({ item, plugin: `ada-${item.id}` }));
  const say = (given: object, beginsAnew = false): string =>
    commitMessage({ kept: [], made: [], removed: [], ...given }, { beginsAnew });
  expect(say({ made: made.slice(1) })).toBe("Publish ada-b\n");
  expect(say({ made: made.slice(1), removed: ["ada-b"] })).toBe("Publish ada-b\n");
  expect(say({ made, removed: ["secret"] })).toBe("Publish 2 plugins, withdraw one plugin\n\n- ada-a\n- ada-b\n");
  expect(say({ removed: ["secret"] })).toBe("Withdraw one plugin\n");
  expect(say({ made, removed: ["secret"] }, true)).not.toContain("secret");
});
