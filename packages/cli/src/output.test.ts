import { PassThrough } from "node:stream";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import type { Cli } from "./cli.js";
import { printList, shown, table } from "./output.js";

function terminal(columns: number, output: "table" | "json" = "table"): { cli: Cli; printed: () => string } {
  const stdout = Object.assign(new PassThrough(), { columns });
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
  test.each([20, 40, 79, 200])("fits a terminal of %d columns, whatever is in it", (columns) => {
    const rows = [
      {
        name: "short",
        what: "a sentence that is much longer than any terminal would ever be wide, and then some more of it",
      },
      { name: "日本語のとても長い名前のコンポーネント", what: "👩‍👩‍👧‍👦 families\nand\tlines" },
    ];
    const lines = table(terminal(columns).cli, rows, COLUMNS).split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  });

  test("shows all of what fits", () => {
    expect(table(terminal(80).cli, [{ name: "a", what: "b" }], COLUMNS)).toBe("NAME  WHAT\na     b");
  });

  test("lets nobody's text write over the screen", () => {
    expect(shown("\u001b[2Jgone\u0007")).toBe("gone�");
  });
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
