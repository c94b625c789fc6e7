import { expect, test } from "vitest";
import type { FoundItem } from "./found-item.js";
import { withOwnNames } from "./names.js";
import { selection } from "./only.js";

const skill = (path: string, name: string, text = path): FoundItem => ({
  type: "skill",
  path,
  name,
  payload: { name, text },
  notes: [],
});
const names = (found: readonly FoundItem[], known: Parameters<typeof withOwnNames>[1] = []): string[] =>
  withOwnNames(found, known)
    .items.map(({ path, name }) => `${path} ${name}`)
    .toSorted();

const A = skill("plugins/alpha/skills/tidy/SKILL.md", "tidy");
const B = skill("plugins/beta/skills/tidy/SKILL.md", "tidy");

test("a name that is taken is completed by the folder, whatever the order", () => {
  const expected = [`${A.path} tidy`, `${B.path} beta-tidy`];
  expect(names([A, B])).toEqual(expected);
  expect(names([B, A])).toEqual(expected);
  expect(withOwnNames([A, B]).items[1]?.payload).toMatchObject({ name: "beta-tidy" });
});

test("what was imported before keeps its name, even if a new file sorts before it", () => {
  const known = [{ type: "skill", path: B.path, name: "tidy" }];
  expect(names([A, B], known)).toEqual([`${A.path} alpha-tidy`, `${B.path} tidy`]);
});

test("a file that was moved takes its name along", () => {
  expect(names([A], [{ type: "skill", path: "old/tidy/SKILL.md", name: "tidy" }])).toEqual([`${A.path} tidy`]);
});

test("the same content twice is one item", () => {
  const copy = { ...A, path: "skills/tidy/SKILL.md" };
  const { items, repeated } = withOwnNames([A, copy]);
  expect(items).toEqual([copy]);
  expect(repeated).toEqual([{ item: A, sameAs: copy.path }]);
});

test.each([
  [[], true],
  [["skill"], true],
  [["skills"], true],
  [["agent"], false],
  [["plugins/alpha/**"], true],
  [["plugins/*/SKILL.md"], false],
  [["agent", "plugins/**"], false],
  [["tidy"], true],
])("--only %j selects: %s", (only, expected) => {
  expect(selection(only)(A)).toBe(expected);
});
