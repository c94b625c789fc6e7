import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_FILE, type FileEdit, type FileState } from "./edits.js";
import { addLayer, removeLayer, type FileAt } from "./file-history.js";

const text = (content: string): FileState => ({ bytes: Buffer.from(content), mode: 0o644 });
const OWNERS = ["a", "b", "c"] as const;

const edit = fc.record({
  root: fc.constantFrom("x", "y"),
  name: fc.constantFrom("p", "q", "theirs"),
  value: fc.integer(),
});
type Given = typeof edit extends fc.Arbitrary<infer T> ? T : never;
const editOf = ({ root, name, value }: Given): FileEdit => ({
  kind: "merge",
  format: "jsonc",
  entries: [
    { pointer: `/${root}/${name}`, value: { value } },
    { pointer: `/list/${root}/-`, value: { value: value % 3 } },
  ],
});
const documents = fc.constantFrom(
  NO_FILE,
  text(""),
  text("{}"),
  text('{"x": {"theirs": 1}, "z": [1]}'),
  text('// mine\n{\n\t"x": {\n\t\t"theirs": {}, // why\n\t},\n\t"list": {"x": [{"value": 1}]},\n}\n'),
  text('{\r\n   "y": {\r\n      "p": {"value": 7}\r\n   }\r\n}'),
);

test("installs and removals in any order that leave nothing installed leave the bytes that were there", () => {
  fc.assert(
    fc.property(
      documents,
      fc.array(fc.tuple(fc.constantFrom(...OWNERS), fc.option(edit)), { maxLength: 12 }),
      (before, steps) => {
        let file: FileAt = { state: before, history: undefined };
        for (const [owner, given] of steps) {
          file = given ? addLayer(file, { owner, edits: [editOf(given)] }) : removeLayer(file, owner, false);
        }
        for (const owner of OWNERS) file = removeLayer(file, owner, false);
        expect(file).toEqual({ state: before, history: undefined });
      },
    ),
    { numRuns: 500 },
  );
});

test("what somebody else adds in between is there at the end, and nothing of ours is", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...OWNERS), fc.option(edit), fc.boolean()), { maxLength: 8 }),
      (steps) => {
        let file: FileAt = { state: text('{\n  "theirs": 0\n}\n'), history: undefined };
        let additions = 0;
        for (const [owner, given, isChanged] of steps) {
          file = given ? addLayer(file, { owner, edits: [editOf(given)] }) : removeLayer(file, owner, false);
          if (!isChanged) continue;
          additions += 1;
          const changed = file.state.bytes?.toString().replace("{", `{\n  "theirs${additions}": 0,`) ?? "";
          file = { ...file, state: text(changed) };
        }
        for (const owner of OWNERS) file = removeLayer(file, owner, false);
        const added = Array.from({ length: additions }, (_, at) => [`theirs${at + 1}`, 0]);
        expect(JSON.parse(file.state.bytes?.toString() ?? "")).toEqual({ theirs: 0, ...Object.fromEntries(added) });
        expect(file.history).toBeUndefined();
      },
    ),
    { numRuns: 500 },
  );
});
