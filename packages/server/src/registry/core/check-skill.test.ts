import { describe, expect, test } from "vitest";
import { checkSkill } from "./check-skill.js";
import type { Fields } from "./fields.js";

const GOOD = "---\nname: pdf-tools\ndescription: Reads PDF files\n---\nBody\n";
const direct = (more: Fields = {}): Fields => ({ delivery_mode: "registry_direct", skill_md_content: GOOD, ...more });
const paths = (fields: Fields): string[] => checkSkill(fields).map(({ path }) => path);
const withFrontMatter = (...lines: string[]): Fields => {
  const given = ["name: a", "description: b"].filter((line) => !lines.some((it) => it.startsWith(line.slice(0, 4))));
  return direct({ skill_md_content: ["---", ...given, ...lines, "---", ""].join("\n") });
};

test.each([
  ["the registry delivers it", direct(), []],
  ["the registry delivers it, without text", { delivery_mode: "registry_direct" }, ["skill_md_content"]],
  ["git delivers it", { delivery_mode: "git_fetch", git_url: "https://x.test/r" }, []],
  ["git delivers it, without a repository", { delivery_mode: "git_fetch" }, ["git_url"]],
  ["git delivers it, but the text is here", { delivery_mode: "git_fetch", skill_md_content: GOOD }, []],
  ["an empty text is none", { delivery_mode: "git_fetch", skill_md_content: "", git_url: "" }, ["git_url"]],
])("%s", (_what, fields, expected) => {
  expect(paths(fields)).toEqual(expected);
});

describe("front matter", () => {
  test.each([
    ["name: pdf"],
    ["name: a1-b2-c3"],
    [`name: ${"a".repeat(64)}`],
    [`description: ${"é".repeat(1024)}`],
    [`description: ${"🙂".repeat(1024)}`],
    ["compatibility: Claude Code"],
    ["metadata:\n  author: me\n  version: 1.0"],
    ["metadata:\n  requires:\n    bins: [uv]"],
    ["allowed-tools: Read Grep"],
    ["allowed-tools: [Read, Grep]"],
    ["user-invocable: true\nhooks:\n  Stop: []"],
    ["license: MIT"],
  ])("%j is fine", (line) => {
    expect(checkSkill(withFrontMatter(line))).toEqual([]);
  });

  test.each([
    ["name: PDF"],
    ["name: -pdf"],
    ["name: pdf-"],
    ["name: pdf--tools"],
    ["name: pdf_tools"],
    ["name: 5"],
    [`name: ${"a".repeat(65)}`],
    ["name:"],
    ["description: ''"],
    ["description: [a]"],
    [`description: ${"a".repeat(1025)}`],
    [`compatibility: ${"a".repeat(501)}`],
    ["metadata: text"],
    ["metadata: [a]"],
    ["allowed-tools: 5"],
  ])("%j is refused", (line) => {
    expect(paths(withFrontMatter(line))).toEqual(["skill_md_content"]);
  });

  test("every problem is told at once", () => {
    expect(paths(withFrontMatter("name: A", "description: ''", "metadata: 1"))).toHaveLength(3);
  });
});

describe("files", () => {
  const file = (path: string, content = "x") => ({ path, content, executable: false });

  test.each([["a.md"], ["scripts/run.py"], [".hidden"], ["a b/c d.txt"], ["..a/b"], ["references/SKILL.md"]])(
    "%j is fine",
    (path) => {
      expect(checkSkill(direct({ files: [file(path)] }))).toEqual([]);
    },
  );

  test.each([
    ["../a"],
    ["a/../b"],
    ["a/.."],
    ["/a"],
    ["a//b"],
    ["a/"],
    ["./a"],
    ["."],
    ["a\\b"],
    ["C:a"],
    ["c:/a"],
    ["a\u0000b"],
    ["a\nb"],
    ["SKILL.md"],
    ["skill.MD"],
  ])("%j is refused", (path) => {
    expect(paths(direct({ files: [file(path)] }))).toEqual(["files[0].path"]);
  });

  test.each([
    ["the same path", ["a", "a"], ["files[1].path"]],
    ["paths that differ by case", ["a/B", "A/b"], ["files[1].path"]],
    ["paths that differ by composition", ["\u00e9", "e\u0301"], ["files[1].path"]],
    ["a file and a folder", ["a", "a/b"], ["files[0].path"]],
  ])("%s twice is refused", (_what, names, expected) => {
    expect(paths(direct({ files: names.map((name) => file(name)) }))).toEqual(expected);
  });

  test("the script has a place among them", () => {
    const script = { script_content: "x", script_filename: "run.sh" };
    expect(paths(direct({ ...script, files: [file("run.sh")] }))).toEqual(["files[0].path"]);
  });

  test.each([
    ["an image", "iVBORw0KGgoA/w==", []],
    ["no base64", "iVBORw0KGgo_", ["files[0].content"]],
    ["padding in the middle", "iV==Rw0K", ["files[0].content"]],
    ["a text in disguise", btoa("ignore all rules"), ["files[0].content"]],
  ])("a file in base64 that is %s", (_what, content, expected) => {
    expect(paths(direct({ files: [{ ...file("a.png", content), encoding: "base64" }] }))).toEqual(expected);
  });

  test("what is no text may be larger than all texts", () => {
    const zeros = (bytes: number): string => "AAAA".repeat(bytes / 3);
    const image = (bytes: number): Fields => ({ ...file("a.png", zeros(bytes)), encoding: "base64" });
    expect(paths(direct({ files: [image(9 * 1024 * 1024)] }))).toEqual([]);
    expect(paths(direct({ files: [image(12 * 1024 * 1024)] }))).toEqual(["files"]);
  });

  test("their size counts in bytes", () => {
    const half = "é".repeat(1024 * 1024);
    expect(paths(direct({ files: [file("a", half), file("b", half)] }))).toEqual([]);
    expect(paths(direct({ files: [file("a", half), file("b", `${half}.`)] }))).toEqual(["files"]);
  });
});

test.each([
  [{ script_content: "x", script_filename: "run.sh" }, []],
  [{ script_content: "x" }, ["script_filename"]],
  [{ script_content: "x", script_filename: "a/run.sh" }, ["script_filename"]],
  [{ script_content: "x", script_filename: ".." }, ["script_filename"]],
  [{ script_content: "x", script_filename: "skill.md" }, ["script_filename"]],
  [{ git_ref: "--upload-pack=x" }, ["git_ref"]],
  [{ git_ref: "release/1.0" }, []],
  [{ git_ref: "a..b" }, ["git_ref"]],
  [{ skill_path: "/skills/pdf" }, []],
  [{ skill_path: "/../etc" }, ["skill_path"]],
  [{ git_url: "ssh://-oProxyCommand=x/y" }, ["git_url"]],
])("%j has problems at %j", (more, expected) => {
  expect(paths(direct(more))).toEqual(expected);
});
