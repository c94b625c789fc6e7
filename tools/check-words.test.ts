import { expect, test } from "vitest";
import { findTurns, isChecked } from "./check-words.mjs";

const turnsOf = (line: string): readonly string[] => findTurns(line).map(({ turn }) => turn);

test.each([
  ["king is no role.", "is no"],
  ["These are no files.", "are no"],
  ["What it says of itself", "of itself"],
  ["The server makes up a password", "makes up"],
  ["A password was made up", "made up"],
  ["How to mend it", "mend"],
  ["An operator mends it", "mends"],
  ["Kept for ever", "for ever"],
  ["Whoever asks", "Whoever"],
  ["Every session, whosever it is", "whosever"],
  ["It hands in a draft", "hands in"],
  ["The draft was handed in", "handed in"],
  ["Submit a further version", "further version"],
  ["While nobody is here", "nobody is here"],
  ["Called as nobody", "as nobody"],
  ["The name exists already", "exists already"],
  ["name is needed: say what it is called", "is needed: "],
  ["This is needed.", "This is needed"],
  ["An address may not hold a password", "may not hold"],
  ["It is not to be had", "to be had"],
  ["a lower-case letter", "lower-case"],
  ["The user name", "user name"],
  ["const MOST_ROWS = 3;", "MOST_ROWS"],
  ["const LONGEST = 3;", "LONGEST"],
])("finds the turn in %j", (line, turn) => {
  expect(turnsOf(line)).toEqual([turn]);
});

test.each([
  "There is no such file, and there are no others.",
  "It is no longer needed, and they are no longer read.",
  "A made-up name stays for every reader.",
  "We recommend an amendment.",
  "MAX_ROWS and mostly the longest",
])("leaves %j alone", (line) => {
  expect(turnsOf(line)).toEqual([]);
});

test("tells the line and what to write instead", () => {
  expect(findTurns("fine\nfor ever, for ever")).toEqual([
    { line: 2, turn: "for ever", instead: "permanently, forever" },
    { line: 2, turn: "for ever", instead: "permanently, forever" },
  ]);
});

test("reads sources and documents, not tests, records of decisions or generated files", () => {
  expect(["packages/server/src/app.ts", "packages/web/src/page.tsx", "README.md"].filter(isChecked)).toHaveLength(3);
  const others = [
    "docs/adr/0001-a.md",
    "docs/endpoints.md",
    "packages/server/src/app.test.ts",
    "packages/server/test/people.ts",
    "tools/check-words.mjs",
  ];
  expect(others.filter(isChecked)).toEqual([]);
});
