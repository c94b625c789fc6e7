import { describe, expect, test } from "vitest";
import {
  componentsAskedFor,
  lockedVersions,
  overrideProblems,
  overrideText,
  withComponent,
  withComponentMoved,
  withoutComponent,
  withOverride,
  withParameter,
  withVersion,
  type Components,
} from "./component-choice.js";

const skill = { component_type: "skill", component_id: "s" } as const;
const mcp = { component_type: "mcp", component_id: "m", version: "1.0.0" } as const;
const hook = { component_type: "hook", component_id: "h", config_override: { a: 1 } } as const;
const all: Components = [skill, mcp, hook];
const ids = (components: Components): string => components.map(({ component_id: id }) => id).join("");

describe("the components of an agent", () => {
  test("are added at the end, each once", () => {
    expect(withComponent([skill], "mcps", "m")).toEqual([skill, { component_type: "mcp", component_id: "m" }]);
    expect(withComponent(all, "mcps", "m")).toBe(all);
  });

  test("are never agents", () => {
    expect(withComponent([], "agents", "a")).toEqual([]);
  });

  test("are removed by their id", () => {
    expect(withoutComponent(all, "m")).toEqual([skill, hook]);
  });

  test.each([
    ["s", 1, "msh"],
    ["h", -1, "shm"],
    ["s", -1, "smh"],
    ["h", 1, "smh"],
    ["nobody", 1, "smh"],
  ] as const)("move: %s by %i gives %s", (id, by, order) => {
    expect(ids(withComponentMoved(all, id, by))).toBe(order);
  });

  test("are pinned to a version, and set free again with the rest unchanged", () => {
    expect(withVersion(all, "h", "2.0.0")[2]).toEqual({ ...hook, version: "2.0.0" });
    expect(withVersion(all, "m", undefined)[1]).toEqual({ component_type: "mcp", component_id: "m" });
  });
});

describe("what an agent wants otherwise of a component", () => {
  const overridden = (text: string) => withOverride(all, "h", text);

  test("is an object as soon as the text is one, and nothing without a text", () => {
    expect(overridden('{"b": 2}')[2]).toEqual({ ...hook, config_override: { b: 2 } });
    expect(overridden(" ")[2]).toEqual({ component_type: "hook", component_id: "h" });
    expect(overrideProblems(overridden('{"b": 2}'))).toEqual([]);
  });

  test.each(['{"b": ', "[1]", '"text"', "7"])("is not lost while it is %s, and says what is wrong", (text) => {
    const components = overridden(text);
    expect(overrideText(components[2] ?? skill)).toBe(text);
    expect(overrideProblems(components)).toEqual([
      { path: "[2].config_override", message: expect.stringMatching(/Invalid JSON|Write an object/) },
    ]);
  });

  test("is shown over several lines", () => {
    expect(overrideText(hook)).toBe('{\n  "a": 1\n}');
    expect(overrideText(skill)).toBe("");
  });
});

describe("an address that asks for components", () => {
  test("names them by kind and id", () => {
    expect(componentsAskedFor("skill:ada/notes,mcps:m")).toEqual([
      { component_type: "skill", component_id: "ada/notes" },
      { component_type: "mcp", component_id: "m" },
    ]);
    expect(componentsAskedFor(withParameter("hooks", "h"))).toEqual([{ component_type: "hook", component_id: "h" }]);
  });

  test.each(["", "skill", "skill:", "agents:a", "nothing:x", ",,"])("is not misled by %j", (text) => {
    expect(componentsAskedFor(text)).toEqual([]);
  });
});

test("versions that were locked and not chosen are kept, but for what was rejected since", () => {
  const link = (id: string, status = "approved") => ({ component_id: id, version_ref: `1.0.${id.length}`, status });
  const agent = { components: all, component_links: [link("s"), link("m"), link("h", "rejected")] };
  expect(lockedVersions(agent as never)).toEqual(new Map([["s", "1.0.1"]]));
  expect(lockedVersions({})).toEqual(new Map());
});
