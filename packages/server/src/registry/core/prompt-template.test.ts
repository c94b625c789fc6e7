import { describe, expect, test } from "vitest";
import { checkPrompt, keptPrompt } from "./check-prompt.js";
import { checkVariables, derivedVariables, renderTemplate, variablesOf } from "./prompt-template.js";

test.each([
  ["Hello {{ name }}, {{name}} and {{other}}", ["name", "other"]],
  ["{{b}}{{a}}", ["b", "a"]],
  ["{ name } {{ }} {{ 1st }} {{ a b }} {{\nname\n}}", []],
  ["{{{name}}}", ["name"]],
  ["{{ user.first-name }}", ["user.first-name"]],
  ["Fix PR ${{ github.event.number }} of ${{repo}} by {{ who }}", ["who"]],
  ["Fix $ARGUMENTS, as in <p>{{ value }}</p>", []],
  ["", []],
])("%j has the variables %j", (template, names) => {
  expect(variablesOf(template)).toEqual(names);
});

test("derived variables are required", () => {
  expect(derivedVariables("{{a}}")).toEqual([{ name: "a", required: true }]);
});

describe("given variables must be exactly the template's", () => {
  test.each([
    ["{{a}} {{b}}", ["b", "a"], []],
    ["{{a}}", [], ["variables"]],
    ["{{a}}", ["a", "b"], ["variables[1].name"]],
    ["{{a}}", ["a", "a"], ["variables[1].name"]],
    ["{{a}} {{c}}", ["b"], ["variables[0].name", "variables", "variables"]],
    ["no variables", [], []],
  ])("%j with %j", (template, names, paths) => {
    const errors = checkVariables(
      template,
      names.map((name) => ({ name })),
    );
    expect(errors.map(({ path }) => path)).toEqual(paths);
  });

  test.each(["${{ price }} off", "Fix $ARGUMENTS for {{ price }}"])(
    "%j may declare what it would not imply",
    (template) => {
      expect(checkVariables(template, [])).toEqual([]);
      expect(checkVariables(template, [{ name: "price" }])).toEqual([]);
      expect(checkVariables(template, [{ name: "other" }])).toHaveLength(1);
      expect(renderTemplate(template, [{ name: "price" }], { price: "5" })).toEqual({
        rendered: template.replace("{{ price }}", "5"),
      });
      expect(renderTemplate(template, [], {})).toEqual({ rendered: template });
    },
  );

  test("a declared variable stays declared under another template that has it", () => {
    const declared = { template: "{{ price }}", variables: [{ name: "price", description: "In euros" }] };
    expect(keptPrompt(declared, { template: "Fix $ARGUMENTS for {{ price }} {{ x }}" })).toMatchObject({
      variables: declared.variables,
    });
    expect(checkPrompt({ template: "{{ a }}", variables: [] })).toHaveLength(1);
  });

  test("none given are derived", () => {
    expect(checkVariables("{{a}}")).toEqual([]);
  });
});

describe("rendering", () => {
  test.each([
    { what: "replaces every use", template: "{{a}}-{{ a }}", values: { a: "1" }, rendered: "1-1" },
    { what: "does not expand a value", template: "{{a}}{{b}}", values: { a: "{{b}}", b: "2" }, rendered: "{{b}}2" },
    { what: "takes a value literally", template: "<{{a}}>", values: { a: "$& $1 $$ $`" }, rendered: "<$& $1 $$ $`>" },
    { what: "uses a default", template: "{{a}}", variable: { default: "x" }, values: {}, rendered: "x" },
    { what: "prefers a value", template: "{{a}}", variable: { default: "x" }, values: { a: "" }, rendered: "" },
    {
      what: "leaves an optional one empty",
      template: "<{{a}}>",
      variable: { required: false },
      values: {},
      rendered: "<>",
    },
    {
      what: "writes other JSON as JSON",
      template: "{{a}}",
      values: { a: { n: [1, true] } },
      rendered: '{"n":[1,true]}',
    },
    { what: "writes a number", template: "{{a}}", values: { a: 1.5 }, rendered: "1.5" },
  ])("$what", ({ template, variable, values, rendered }) => {
    expect(renderTemplate(template, [{ name: "a", ...variable }], values)).toEqual({ rendered });
  });

  test("names every value that is missing", () => {
    expect(renderTemplate("{{a}}{{b}}{{c}}", [{ name: "b", default: "" }], { d: "1" })).toEqual({
      missing: ["a", "c"],
    });
  });

  test("does not mistake what every object has for a value", () => {
    expect(renderTemplate("{{constructor}}{{__proto__}}", [], {})).toEqual({ missing: ["constructor", "__proto__"] });
  });
});
