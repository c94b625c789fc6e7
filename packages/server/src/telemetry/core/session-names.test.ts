import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addNames, lineNamer, projectName, sessionNames, type NamedLine } from "./session-names.js";

const whole = (text: string, length: number): string => text.slice(0, length);

describe("the names of a line", () => {
  const promptOf = (prompt: string): string => lineNamer(whole)(null, prompt).prompt ?? "";

  test("are nothing where it gives none", () => {
    expect(lineNamer(whole)(null, null)).toEqual({});
  });

  test("stand on one line, without secrets and what cannot be seen", () => {
    const redact = (text: string): string => text.replaceAll("hunter2", "**REDACTED**");
    const names = { title: { text: "My\n\thunter2", rank: 3 }, cwd: "/w/\u202Eshop", gitBranch: "a\0b\ud800" };
    expect(lineNamer(redact)(names, "  Say\u2028**REDACTED** ")).toEqual({
      title: "My **REDACTED**",
      title_rank: "3",
      prompt: "Say **REDACTED**",
      cwd: "/w/shop",
      git_branch: "ab",
    });
  });

  test("are cut, and never in the middle of a character", () => {
    expect(promptOf("x".repeat(300))).toHaveLength(300);
    expect(promptOf("x".repeat(301))).toBe(`${"x".repeat(297)}...`);
    const cut = promptOf(`${"x".repeat(296)}😀😀😀`);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.length).toBeLessThanOrEqual(300);
  });
});

describe("the names of a session", () => {
  const ROWS: NamedLine[] = [
    { line: 0, names: { cwd: "/w/shop", git_branch: "main" } },
    { line: 1, names: { prompt: "Why?", cwd: "/w/shop" } },
    { line: 2, names: { title: "Generated", title_rank: "2" } },
    { line: 3, names: { title: "Chosen", title_rank: "3" } },
    { line: 4, names: { title: "Generated again", title_rank: "2" } },
    { line: 5, names: { prompt: "Go on", cwd: "/w", git_branch: "fix" } },
  ];
  const NAMES = {
    title: { text: "Chosen", line: 3, rank: 3 },
    firstPrompt: { text: "Why?", line: 1 },
    cwd: { text: "/w/shop", line: 0 },
    gitBranch: { text: "fix", line: 5 },
  };

  test("are the best title, the first prompt and directory, and the last branch", () => {
    expect(sessionNames(ROWS)).toEqual(NAMES);
    expect(sessionNames([])).toEqual({});
  });

  test("are the same in whatever order and batches the lines came", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ROWS, { minLength: ROWS.length }), fc.nat(ROWS.length), (rows, cut) => {
        const [first, rest] = [sessionNames(rows.slice(0, cut)), sessionNames(rows.slice(cut))];
        expect(addNames(first, rest)).toEqual(NAMES);
      }),
    );
  });
});

test.each([
  ["default", "/w/shop", "shop"],
  ["default", "C:\\work\\shop\\", "shop"],
  ["default", "/", "default"],
  ["default", undefined, "default"],
  ["given", "/w/shop", "given"],
])("the project %s in %s is called %s", (project, cwd, name) => {
  expect(projectName(project, cwd === undefined ? {} : { cwd: { text: cwd, line: 0 } })).toBe(name);
});
