import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileFormat } from "@tackroom/harness";
import { findEntry, putEntry, readText, removeElement, removeMember, type Entry } from "./merge-text.js";
import { isSame, partsOf } from "./values.js";

const SERVER = { command: "npx", args: ["-y", "@acme/tracker@1.4.0"], env: { REGION: "eu" } };
const tracker = (root: string): Entry => ({ pointer: `/${root}/tracker`, value: SERVER });
const HOOK: Entry = {
  pointer: "/hooks/Stop/-",
  value: { hooks: [{ type: "command", command: "~/.tackroom/hook x" }] },
};

function without(format: FileFormat, text: string, { pointer, value }: Entry): string {
  if (!pointer.endsWith("/-")) return removeMember(format, text, partsOf(pointer));
  return removeElement(format, text, partsOf(pointer.slice(0, -2)), (element) => isSame(element, value));
}

const JSON_FILES: Readonly<Record<string, string>> = {
  "two spaces": '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  },\n  "z": 1\n}\n',
  tabs: '{\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n',
  "three spaces, no final newline": '{\n   "mcpServers": {\n      "other": {"command": "x"}\n   }\n}',
  "no indentation": '{\n"mcpServers": {\n"other": {}\n}\n}\n',
  "one line": '{"mcpServers": {"other": {"command":"x"}}, "z": [1,2]}',
  CRLF: '{\r\n    "mcpServers": {\r\n        "other": {}\r\n    }\r\n}\r\n',
  comments:
    '// mine\n{\n  // servers\n  "mcpServers": {\n    "other": { "command": "x" } // keep\n    /* last */\n  } // end\n}\n// bye\n',
  "trailing commas": '{\n  "mcpServers": {\n    "other": {"command": "x",},\n  },\n}\n',
  "comma before the note": '{\n  "mcpServers": {\n    "other": 1, // why\n  }\n}\n',
  "brace on the line of the last member": '{ "a": 1,\n  "mcpServers": { "other": 1,\n    "b": 2 } }\n',
  "comma first": '{ "a": 1\n, "mcpServers": { "x": 1\n  , "y": 2\n  }\n}\n',
};

describe("JSON", () => {
  test.each(Object.entries(JSON_FILES))("%s: a server comes and goes, and nothing else moves", (_, before) => {
    const after = putEntry("jsonc", before, tracker("mcpServers"));
    expect(findEntry(readText("jsonc", after), tracker("mcpServers"))).toBe("same");
    expect(without("jsonc", after, tracker("mcpServers"))).toBe(before);
  });

  test.each(Object.entries(JSON_FILES))("%s: a hook in a list that was not there", (_, before) => {
    const after = putEntry("jsonc", before, HOOK);
    expect(findEntry(readText("jsonc", after), HOOK)).toBe("same");
    expect(removeMember("jsonc", after, ["hooks"])).toBe(before);
  });

  test("looks as if the person had written it", () => {
    expect(putEntry("jsonc", JSON_FILES["tabs"] ?? "", { pointer: "/mcpServers/t", value: { a: [1] } })).toBe(
      '{\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t},\n\t\t"t": {\n\t\t\t"a": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}\n}\n',
    );
    expect(putEntry("json", "", { pointer: "/mcpServers/t", value: { a: 1 } })).toBe(
      '{\n  "mcpServers": {\n    "t": {\n      "a": 1\n    }\n  }\n}\n',
    );
    expect(putEntry("jsonc", JSON_FILES["comments"] ?? "", { pointer: "/mcpServers/t", value: 1 })).toContain(
      '"other": { "command": "x" }, // keep\n    "t": 1\n    /* last */',
    );
  });

  test("adds to a list that has others, and takes only its own away", () => {
    const before = '{\n  "hooks": {\n    "Stop": [\n      // theirs\n      {"command": "theirs"}\n    ]\n  }\n}\n';
    const after = putEntry("json", before, HOOK);
    expect(after).toContain('{"command": "theirs"},\n');
    expect(putEntry("json", after, HOOK)).toBe(after);
    expect(without("json", after, HOOK)).toBe(before);
  });

  test("replaces a value in its place", () => {
    expect(putEntry("json", '{\n  "a": { "t": 1, "u": 2 },\n  "b": 3\n}', { pointer: "/a/t", value: { x: 1 } })).toBe(
      '{\n  "a": { "t": {"x":1}, "u": 2 },\n  "b": 3\n}',
    );
  });

  test("tells the line of what it cannot read, and refuses what is no object", () => {
    expect(() => readText("json", '{\n  "a": 1\n  "b": 2\n}')).toThrow(expect.objectContaining({ line: 3 }));
    expect(() => putEntry("json", "[]", HOOK)).toThrow("does not contain an object");
    expect(() => putEntry("json", '{"hooks": {"Stop": 1}}', HOOK)).toThrow("is not a list");
    expect(() => putEntry("json", '{"hooks": 1}', HOOK)).toThrow("is not an object");
  });
});

const TOML_FILES: Readonly<Record<string, string>> = {
  "other servers and notes":
    "# mine\nmodel = \"x\"   # hi\n\n[mcp_servers.other] # q\ncommand   =   'z'\nargs=[ 1,2 ,\n 3]\n\n# about b\n[other]\nx=1\n",
  CRLF: 'model = "x"\r\n\r\n[mcp_servers.other]\r\ncommand = "z"\r\n',
  "a table of servers": '[mcp_servers]\n\n[mcp_servers."o.ther"]\ncommand = "z"\n\n[[profiles]]\nname = "a"\n',
  "dotted keys": 'mcp_servers.other.command = "z"\nwhen = 1979-05-27T07:32:00Z\nbig = 9007199254740993\n',
  "an inline table": 'mcp_servers = { other = { command = "z" } } # all\nx = 1\n',
  "no servers": "# only a note\n",
  "text with brackets": 'a = """\n[mcp_servers.tracker]\n"""\n',
};

describe("TOML", () => {
  test.each(Object.entries(TOML_FILES))("%s: a server comes and goes, and nothing else moves", (_, before) => {
    const after = putEntry("toml", before, tracker("mcp_servers"));
    expect(findEntry(readText("toml", after), tracker("mcp_servers"))).toBe("same");
    expect(without("toml", after, tracker("mcp_servers"))).toBe(before);
  });

  test("is appended as tables", () => {
    expect(putEntry("toml", 'model = "x"', tracker("mcp_servers"))).toBe(
      'model = "x"\n\n[mcp_servers.tracker]\ncommand = "npx"\nargs = ["-y", "@acme/tracker@1.4.0"]\n\n[mcp_servers.tracker.env]\nREGION = "eu"\n',
    );
  });

  test("one of several goes, and the note of the next table stays", () => {
    const one = putEntry("toml", TOML_FILES["other servers and notes"] ?? "", tracker("mcp_servers"));
    const two = `${one}\n# theirs\n[last]\ny = 1\n`;
    expect(without("toml", two, tracker("mcp_servers"))).toBe(
      `${TOML_FILES["other servers and notes"] ?? ""}\n# theirs\n[last]\ny = 1\n`,
    );
  });

  test("tells the line of what it cannot read", () => {
    expect(() => readText("toml", "a = 1\nb = \n")).toThrow(expect.objectContaining({ line: 2 }));
  });
});

const YAML_FILES: Readonly<Record<string, string>> = {
  "other extensions and notes":
    "# top\nGOOSE_MODEL: x   # c\nextensions:\n   dev:\n      enabled: true   # on\n\n      text: |\n        a\n        b\n\n   # about mem\n   mem: {a: 1} # m\n\nlist:\n- a: 1\n  b: 2\n# end\n",
  CRLF: "extensions:\r\n  dev:\r\n    enabled: true\r\nz: 'q'\r\n",
  "a flow mapping": "extensions: {dev: {enabled: true}}\nz: 1\n",
  "nothing there": "z: 1 # one\n",
  "an anchor elsewhere": "base: &b {x: 1}\nextensions:\n  dev:\n    <<: *b\nuse: *b\n",
  "a document start": "---\nextensions:\n  dev: null\n",
  "an empty mapping": "extensions: {}\nz: 1\n",
};

describe("YAML", () => {
  test.each(Object.entries(YAML_FILES))("%s: an extension comes and goes, and nothing else moves", (name, before) => {
    const after = putEntry("yaml", before, tracker("extensions"));
    expect(findEntry(readText("yaml", after), tracker("extensions"))).toBe("same");
    const left = without("yaml", after, tracker("extensions"));
    expect(name === "nothing there" ? removeMember("yaml", after, ["extensions"]) : left).toBe(before);
  });

  test.each([
    "slash_commands:\n- command: theirs\n  recipe_path: /x\nz: 1\n",
    "slash_commands:\n    # mine\n    - command: theirs # note\n",
    "slash_commands: [{command: theirs}]\n",
    "slash_commands: []\nz: 1\n",
  ])("an element of a list comes and goes: %j", (before) => {
    const entry = { pointer: "/slash_commands/-", value: { command: "explain", recipe_path: "/home/x/r.yaml" } };
    const after = putEntry("yaml", before, entry);
    expect(findEntry(readText("yaml", after), entry)).toBe("same");
    expect(without("yaml", after, entry)).toBe(before);
    expect(putEntry("yaml", after, { ...entry, value: { command: "explain", recipe_path: "/else" } })).toBe(after);
  });

  test("fills a key that has nothing", () => {
    const filled = "extensions: # mine\n  t:\n    a: 1\nz: 1\n";
    expect(putEntry("yaml", "extensions: # mine\nz: 1\n", { pointer: "/extensions/t", value: { a: 1 } })).toBe(filled);
    expect(putEntry("yaml", "extensions: ~\nz: 1\n", { pointer: "/extensions/t", value: 1 })).toBe(
      "extensions:\n  t: 1\nz: 1\n",
    );
  });

  test("does not write through an alias", () => {
    const shared = "base: &b\n  x: 1\nextensions: *b\n";
    expect(() => putEntry("yaml", shared, tracker("extensions"))).toThrow(/cannot be (set|changed)/);
  });

  test("tells the line of what it cannot read", () => {
    expect(() => readText("yaml", "a: 1\nb: [1\nc: 2\n")).toThrow(expect.objectContaining({ line: 3 }));
  });
});

const name = fc.stringMatching(/^[a-z][a-z0-9 ."\\/~#:-]{0,6}$/).map((text) => text.trim());
const scalar = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
const value = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(scalar, { maxLength: 3 }), tie("members")),
  members: fc.dictionary(name, tie("value"), { maxKeys: 4 }),
}));
const members = value.members;
const key = name.filter((text) => text !== "root");

/** Documents with arbitrary content, as other programs write them. */
const jsonDocument = fc
  .record({
    members,
    root: members,
    indent: fc.constantFrom("", "\t", " ", "   ", "    "),
    eol: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ members: rest, root, indent, eol }) => JSON.stringify({ ...rest, root }, null, indent).replaceAll("\n", eol));

describe("any document", () => {
  const property = (documents: fc.Arbitrary<string>, format: FileFormat): void =>
    fc.assert(
      fc.property(documents, key, members, (before, own, given) => {
        const entry = {
          pointer: `/root/${own.replaceAll("~", "~0").replaceAll("/", "~1")}`,
          value: { a: 1, ...given },
        };
        fc.pre(findEntry(readText(format, before), entry) === "absent");
        const after = putEntry(format, before, entry);
        expect(findEntry(readText(format, after), entry)).toBe("same");
        expect(without(format, after, entry)).toBe(before);
      }),
      { numRuns: 300 },
    );

  test("JSON", () => property(jsonDocument, "jsonc"));

  test("TOML", async () => {
    const { stringify } = await import("@decimalturn/toml-patch");
    const documents = fc
      .record({ members, root: members })
      .map(({ members: rest, root }) => `# kept\n${stringify({ ...rest, root: { first: 1, ...root } })}# end\n`);
    property(documents, "toml");
  });

  test("YAML", async () => {
    const { stringify } = await import("yaml");
    const documents = fc
      .record({ members, root: members, indent: fc.integer({ min: 1, max: 5 }), indentSeq: fc.boolean() })
      .map(
        ({ members: rest, root, ...style }) => `# kept\n${stringify({ ...rest, root: { first: 1, ...root } }, style)}`,
      );
    property(documents, "yaml");
  });
});
