import { PassThrough } from "node:stream";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import type { Cli } from "./cli.js";
import { paragraphs, printList, shown, table } from "./output.js";

function terminal(
  columns: number,
  output: "table" | "json" = "table",
  isTTY = true,
): { cli: Cli; printed: () => string } {
  const stdout = Object.assign(new PassThrough(), { columns, isTTY });
  const flags = { output, color: false, debug: false } as const;
  const cli = {
    env: {},
    cwd: "/",
    home: "/",
    platform: "linux",
    stdin: new PassThrough(),
    stdout,
    stderr: stdout,
    flags,
    operation: "",
  } as const;
  return { cli, printed: () => (stdout.read() as Buffer | null)?.toString() ?? "" };
}

const COLUMNS = [
  { title: "NAME", of: ({ name }: { name: string; what: string }) => name },
  { title: "WHAT", of: ({ what }: { name: string; what: string }) => what },
];

describe("a table", () => {
  const ID = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";
  const rows = [
    { name: ID, what: "a sentence that is much longer than any terminal would ever be wide, and then some more of it" },
    { name: "日本語のとても長い名前", what: "👩‍👩‍👧‍👦 families\nand\tlines" },
  ];

  test.each([50, 60, 79, 200])("fits a terminal of %d columns and keeps every word", (columns) => {
    const printed = table(terminal(columns).cli, rows, COLUMNS);
    for (const line of printed.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    const words = rows.flatMap(({ name, what }) => [name, ...shown(what).split(/\s+/)]);
    expect(words.filter((word) => !printed.includes(word))).toEqual([]);
  });

  test("does not cut an ID even where it does not fit", () => {
    expect(table(terminal(20).cli, rows, COLUMNS)).toContain(ID);
  });

  test("has the columns that do not fit beside the others below them", () => {
    const titled = (title: string, text: string) => ({ title, of: () => text });
    const columns = [
      titled("KIND", "skill"),
      titled("NAME", "tidy"),
      titled("PATH", "a/rather/long/path"),
      titled("ID", ID),
    ];
    expect(table(terminal(50).cli, [0, 1], columns).split("\n")).toEqual([
      "KIND   NAME  PATH",
      "    ID",
      "skill  tidy  a/rather/long/path",
      `    ${ID}`,
      "skill  tidy  a/rather/long/path",
      `    ${ID}`,
    ]);
  });

  test("has one line for each row in a pipe, however long", () => {
    const lines = table(terminal(20, "table", false).cli, rows, COLUMNS).split("\n");
    expect(lines).toEqual([
      expect.stringContaining("NAME"),
      `${ID}  ${rows[0]?.what}`,
      expect.stringContaining("lines"),
    ]);
  });

  test("shows all of what fits", () => {
    expect(table(terminal(80).cli, [{ name: "a", what: "b" }], COLUMNS)).toBe("NAME  WHAT\na     b");
  });

  test("lets nobody's text write over the screen", () => {
    expect(shown("\u001b[2Jgone\u0007")).toBe("gone�");
  });
});

test("a text ends its lines between words on a terminal, and is as it is elsewhere", () => {
  expect(paragraphs(terminal(12).cli, "one two three four\n\nfive")).toBe("one two\nthree four\n\nfive");
  expect(paragraphs(terminal(12, "table", false).cli, "one two three four")).toBe("one two three four");
});

describe("a list", () => {
  test("is the contract's object in JSON", () => {
    const { cli, printed } = terminal(80, "json");
    printList(cli, { items: [{ name: "a", what: "b" }], total: 120, limit: 50, offset: 100 }, COLUMNS, "None.");
    expect(JSON.parse(printed())).toEqual({ items: [{ name: "a", what: "b" }], total: 120, page: 3, page_size: 50 });
  });

  test("says how to see the rest, or that there is nothing", () => {
    const { cli, printed } = terminal(80);
    printList(cli, { items: [{ name: "a", what: "b" }], total: 7, limit: 1 }, COLUMNS, "None.");
    expect(printed()).toContain("1 of 7");
    printList(cli, { items: [], total: 0 }, COLUMNS, "None. Make one.");
    expect(printed()).toBe("None. Make one.\n");
  });
});
