import { describe, expect, test } from "vitest";
import { describeCall } from "./call-words.js";
import { fileChangesOf } from "./file-changes.js";
import { countLines, diffHunk } from "./line-diff.js";
import { exitCodeOf, failureWords } from "./output-words.js";
import { readToolInput } from "./tool-input.js";

const words = (name: string, input: unknown): string => {
  const { verb, object } = describeCall(name, input);
  return `${verb} ${object}`;
};

describe("a call in words", () => {
  test.each([
    ["Read", { file_path: "src/a.ts" }, "Read src/a.ts"],
    ["read_file", { absolute_path: "/w/a.ts" }, "Read /w/a.ts"],
    ["fs_read", { path: "a.ts" }, "Read a.ts"],
    ["copilot_readFile", { filePath: "a.ts" }, "Read a.ts"],
    ["view_file", { AbsolutePath: "/w/a.ts" }, "Read /w/a.ts"],
    ["Grep", { pattern: "x", path: "src" }, "Grep x in src"],
    ["Glob", { pattern: "**/*.ts" }, "Glob **/*.ts"],
    ["list_directory", { path: "src" }, "List src"],
    ["Bash", { command: "pnpm vitest", description: "Run tests" }, "Bash pnpm vitest"],
    ["shell", { command: ["bash", "-lc", "ls -l"] }, "Shell ls -l"],
    ["exec_command", { cmd: "ls" }, "Shell ls"],
    ["local_shell", { command: ["git", "status"] }, "Shell git status"],
    ["developer__shell", { command: "ls" }, "Shell ls"],
    ["run_command", { CommandLine: "npm test" }, "Shell npm test"],
    ["Write", { file_path: "a.ts", content: "x" }, "Write a.ts"],
    ["str_replace_editor", { command: "view", path: "a.ts" }, "Read a.ts"],
    ["Task", { description: "Find callers", prompt: "Find every" }, "Subagent Find callers"],
    ["WebFetch", { url: "https://example.com" }, "Fetch https://example.com"],
    [
      "TodoWrite",
      {
        todos: [
          { content: "a", status: "completed" },
          { content: "b", status: "in_progress" },
        ],
      },
      "Plan 1 of 2 done: b",
    ],
    ["update_plan", { plan: [{ step: "a", status: "completed" }] }, "Plan 1 of 1 done"],
    ["mcp__warehouse__query", { sql: "select 1" }, "warehouse · query select 1"],
    ["mcp__gh__list", { owner: "o", page: 2 }, "gh · list owner=o page=2"],
    ["brand_new_tool", { a: 1 }, "brand_new_tool a=1"],
  ])("%s %j", (name, input, expected) => {
    expect(words(name, input)).toBe(expected);
  });
});

const PATCH = [
  "*** Begin Patch",
  "*** Update File: src/a.ts",
  "@@ function a",
  " same",
  "-old",
  "+new",
  "*** Add File: b.txt",
  "+one",
  "+two",
  "*** Delete File: c.txt",
  "*** End Patch",
].join("\n");
const PATCHED = [
  { path: "src/a.ts", kind: "edit", hunks: [{ before: "same\nold", after: "same\nnew" }] },
  { path: "b.txt", kind: "write", hunks: [{ before: "", after: "one\ntwo" }] },
  { path: "c.txt", kind: "delete", hunks: [] },
];
const ONE = [{ path: "a.ts", kind: "edit", hunks: [{ before: "x", after: "y" }] }];

describe("the changes of a call", () => {
  test.each([
    ["Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }],
    ["replace", { file_path: "a.ts", old_string: "x", new_string: "y" }],
    ["edit", { filePath: "a.ts", oldString: "x", newString: "y" }],
    ["edit_file", { path: "a.ts", old_str: "x", new_str: "y" }],
    ["edit", { path: "a.ts", oldText: "x", newText: "y" }],
    ["replace_file_content", { TargetFile: "a.ts", TargetContent: "x", ReplacementContent: "y" }],
    ["MultiEdit", { file_path: "a.ts", edits: [{ old_string: "x", new_string: "y" }] }],
    ["replace_in_file", { path: "a.ts", diff: "------- SEARCH\nx\n=======\ny\n+++++++ REPLACE" }],
    ["apply_diff", { path: "a.ts", diff: "@@ -1 +1 @@\n-x\n+y" }],
    ["patch", { diff: "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y" }],
  ])("are the same of %s %j", (name, input) => {
    expect(fileChangesOf(name, input)).toEqual(ONE);
  });

  test.each([
    ["apply_patch", PATCH],
    ["apply_patch", { input: PATCH }],
    ["shell", { command: ["apply_patch", PATCH] }],
    ["shell", { command: ["bash", "-lc", `apply_patch <<'EOF'\n${PATCH}\nEOF`] }],
  ])("are read from a patch in %s", (name, input) => {
    expect(fileChangesOf(name, input)).toEqual(PATCHED);
  });

  test("are none of what only looks, and of what is not understood", () => {
    expect(fileChangesOf("Read", { file_path: "a.ts", content: "x" })).toEqual([]);
    expect(fileChangesOf("Edit", { something: 1 })).toEqual([]);
    expect(fileChangesOf(null, "text")).toEqual([]);
  });
});

describe("a difference", () => {
  test("is counted by lines", () => {
    const change = (before: string, after: string) => ({
      path: "a",
      kind: "edit" as const,
      hunks: [{ before, after }],
    });
    expect(countLines(change("a\nb\nc", "a\nB\nc\nd"))).toEqual({ added: 2, removed: 1 });
    expect(countLines(change("", "a\nb\n"))).toEqual({ added: 2, removed: 0 });
    expect(countLines(change("same", "same"))).toEqual({ added: 0, removed: 0 });
  });

  test("marks the words by which a line differs from the one that it replaces", () => {
    const lines = diffHunk({ before: "keep\nreturn reply.code(202);", after: "keep\nreturn reply.code(503);" });
    const marked = lines.map(({ sign, oldLine, newLine, parts }) => [
      sign,
      oldLine,
      newLine,
      parts
        .filter(({ isChanged }) => isChanged)
        .map(({ text }) => text)
        .join(),
    ]);
    expect(marked).toEqual([
      [" ", 1, 1, ""],
      ["-", 2, null, "202"],
      ["+", null, 2, "503"],
    ]);
    expect(lines[2]?.parts.map(({ text }) => text).join("")).toBe("return reply.code(503);");
  });

  test("of texts that have nothing in common takes no longer than others", () => {
    const text = (word: string): string => Array.from({ length: 4000 }, (_, n) => `${word} ${n}`).join("\n");
    const lines = diffHunk({ before: text("a"), after: text("b") });
    expect(lines).toHaveLength(8000);
  });
});

describe("the input of a call", () => {
  test("is read as far as it goes where it was shortened", () => {
    const whole = JSON.stringify({ file_path: "a.ts", content: 'say "hi"\n\ttwice' });
    for (let length = 20; length < whole.length; length++) {
      expect(readToolInput(`${whole.slice(0, length)}…`)).toMatchObject({ file_path: "a.ts" });
    }
    expect(readToolInput(whole)).toEqual({ file_path: "a.ts", content: 'say "hi"\n\ttwice' });
    expect(readToolInput("*** Begin Patch")).toBe("*** Begin Patch");
    expect(readToolInput(null)).toBeNull();
  });
});

describe("an output", () => {
  test("tells what went wrong by its first line that sounds like it, without colours", () => {
    expect(failureWords("\u001B[31m> test\u001B[0m\n\u001B[1mError: no\u001B[0m\nmore")).toBe("Error: no");
    expect(failureWords("<tool_use_error>String to replace not found</tool_use_error>")).toBe(
      "String to replace not found",
    );
    expect(failureWords("\n\nplain words\n")).toBe("plain words");
    expect(failureWords(null)).toBe("");
  });

  test("tells its exit code at its beginning, or not at all", () => {
    expect(exitCodeOf("Exit code: 2\nWall time: 1 seconds\nOutput:\nx")).toBe(2);
    expect(exitCodeOf("Exit code 1\nx")).toBe(1);
    expect(exitCodeOf("all fine")).toBeNull();
  });
});
