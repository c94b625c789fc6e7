import { expect, test } from "vitest";
import { parseData, parseMarkdown } from "./parse-file.js";
import { readScannedFile } from "./read-scanned-file.js";

test("comments and last commas of JSON are passed over, but not what looks like them in a text", () => {
  const text = `\uFEFF// top
  {
    "url": "https://x.test/a,b", /* here
    too */ "glob": "**/*.{ts,}", // , ]
    "quote": "\\"// no comment",
    "list": [1, 2, /* last */ ,
    ],
    "comma": ",}",
  }`;
  expect(parseData("a.json", text.replace("/* last */ ,", "3, // last"))).toEqual({
    url: "https://x.test/a,b",
    glob: "**/*.{ts,}",
    quote: '"// no comment',
    list: [1, 2, 3],
    comma: ",}",
  });
  // Two commas are a mistake, and stay one.
  expect(() => parseData("a.json", text)).toThrow("not valid JSON");
});

test("an error tells the line and quotes nothing", () => {
  expect(() => parseData("a.json", '{\n"token": "hunter22",\n"x": 1 2\n}')).toThrow(
    /^it is not valid JSON( \(line 3\))?$/,
  );
});

test("an empty file is empty, and a list is no document", () => {
  expect(parseData("a.json", " \n")).toEqual({});
  expect(parseData("a.yaml", "# nothing\n")).toEqual({});
  expect(() => parseData("a.yaml", "- a\n")).toThrow("not an object");
});

test("front matter is read with the line ends of Windows, and Markdown without any is all body", () => {
  expect(parseMarkdown("---\r\nname: a\r\n---\r\n\r\nHello\r\n")).toEqual({ members: { name: "a" }, body: "Hello\n" });
  expect(parseMarkdown("# Title\n\n---\n\nmore")).toEqual({ members: {}, body: "# Title\n\n---\n\nmore" });
});

test("a document that would grow without end is refused, not read", () => {
  const bomb = `a: &a [x, x, x, x, x, x]\n${["b", "c", "d", "e", "f", "g"]
    .map((name, at) => `${name}: &${name} [${`*${"abcdefg"[at]}, `.repeat(6)}]`)
    .join("\n")}`;
  const place = { type: "mcps", scope: "user", pattern: "~/a.yaml", members: [["a"]] } as const;
  expect(readScannedFile({ path: "a.yaml", text: bomb }, place, ["goose"])).toHaveProperty("problem");
});

test("a text with a secret is found, but nothing of it is kept", () => {
  const token = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const text = `---\nname: deploy\ndescription: Deploys\n---\nUse ${token}.\n`;
  const place = { type: "skills", scope: "user", pattern: "~/x" } as const;
  expect(readScannedFile({ path: "/x/deploy/SKILL.md", text }, place, ["codex"])).toEqual({
    components: [
      {
        name: "deploy",
        entry: {},
        unregistrable: { reason: expect.stringContaining("Line 5") as string, isError: true },
      },
    ],
  });
});

test("the line of a secret is that of the file", () => {
  const token = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const place = { type: "agents", scope: "user", pattern: "~/x" } as const;
  const text = `---\nname: a\ndescription: b\n---\n\nFirst.\n${token}\n`;
  expect(readScannedFile({ path: "/x/a.md", text }, place, ["cursor"])).toMatchObject({
    components: [{ entry: {}, unregistrable: { reason: expect.stringContaining("Line 7") as string } }],
  });
});

test.each([
  ["comments", "/*"],
  ["strings", '\\"'],
  ["commas", ", "],
  ["brackets", "["],
  ["tokens", "eyJ-"],
])("a file of nothing but %s that never end is refused, and soon", (_what, piece) => {
  const place = { type: "mcps", scope: "user", pattern: "~/a.json", members: [["mcpServers"]] } as const;
  const text = `{"a": ${piece.repeat(300_000)}`;
  expect(readScannedFile({ path: "a.json", text }, place, ["cursor"])).toHaveProperty("problem");
  expect(readScannedFile({ path: "/a/SKILL.md", text }, { ...place, type: "skills" }, ["cursor"])).toMatchObject({
    components: [{ entry: {} }],
  });
  const skill = `---\nname: a\ndescription: b\n---\n${text}`;
  expect(readScannedFile({ path: "/a/SKILL.md", text: skill }, { ...place, type: "skills" }, ["cursor"])).toMatchObject(
    {
      components: [{ name: "a", entry: { description: "b" } }],
    },
  );
});

test("a long text in settings with comments is read", () => {
  const long = "x".repeat(8_000_000);
  expect(parseData("a.json", `{"a": "${long}", // here\n}`)).toEqual({ a: long });
});

test("a colon in a description is read as people mean it, and other mistakes are still told", () => {
  const text = '---\nname: a\ndescription: Use this when: "x" fails\ntools: Read\n---\nBody\n';
  expect(parseMarkdown(text).members).toEqual({ name: "a", description: 'Use this when: "x" fails', tools: "Read" });
  expect(() => parseMarkdown("---\nname: [a\n---\n")).toThrow(/./);
  // As slash commands of Claude Code describe their arguments.
  const hint =
    "---\nargument-hint: [file] | [--all]\nallowed-tools: Read, Bash(git *)\nmodel: *fast\ntags: [a, b]\n---\n";
  expect(parseMarkdown(hint).members).toEqual({
    "argument-hint": "[file] | [--all]",
    "allowed-tools": "Read, Bash(git *)",
    model: "*fast",
    tags: ["a", "b"],
  });
});
