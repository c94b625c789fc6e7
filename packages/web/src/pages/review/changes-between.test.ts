import { expect, test } from "vitest";
import { changesBetween } from "./changes-between.js";

const SUBMISSION = { name: "tidy", version: "1.0.0", digest: "sha256:a", updated_at: "then", tags: ["a"] };

test("lists what was changed, added and removed, and no bookkeeping", () => {
  const now = { ...SUBMISSION, version: "1.0.1", digest: "sha256:b", updated_at: "now", extra: 1, tags: ["a"] };
  expect(changesBetween({ ...SUBMISSION, gone: true }, now)).toEqual({
    fields: [
      { path: "version", before: "1.0.0", after: "1.0.1" },
      { path: "gone", before: true, after: undefined },
      { path: "extra", before: undefined, after: 1 },
    ],
    texts: [],
  });
});

test.each([
  ["a line in the middle", "a\nb\nc\nd\ne", "a\nb\nX\nd\ne", "@@ -2,3 +2,3 @@\n b\n-c\n+X\n d"],
  ["a line at the end", "a\nb", "a\nb\nc", "@@ -2,1 +2,2 @@\n b\n+c"],
  ["lines at the start", "a\nb\nc", "c", "@@ -1,3 +1,1 @@\n-a\n-b\n c"],
  ["one of two equal lines", "a\na", "a\na\na", "@@ -2,1 +2,2 @@\n a\n+a"],
])("shows of a text only what differs: %s", (_, before, after, unified) => {
  const { fields, texts } = changesBetween({ template: before }, { template: after });
  expect([fields, texts]).toEqual([[], [{ path: "template", unified }]]);
});
