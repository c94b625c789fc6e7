import { CANARY_BEHAVIORS, CANARY_TYPES, CreateCanaryBody, INJECTION_POINTS } from "@tackroom/contract";
import { schemaProblems, type JsonSchema } from "@tackroom/contract/schema-problems";
import { expect, test } from "vitest";
import { BEHAVIOR_WORDS, bodyOf, NEW_CANARY, POINT_WORDS, TYPE_WORDS, valueProblem } from "./canary-words.js";

const AGENT = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";

test("everything of the contract has words", () => {
  expect(Object.keys(TYPE_WORDS)).toEqual(expect.arrayContaining([...CANARY_TYPES]));
  expect(Object.keys(POINT_WORDS)).toEqual(expect.arrayContaining([...INJECTION_POINTS]));
  expect(Object.keys(BEHAVIOR_WORDS)).toEqual(expect.arrayContaining([...CANARY_BEHAVIORS]));
});

test("an empty value is left to the server", () => {
  const generated = bodyOf(AGENT, { ...NEW_CANARY, value: "  " });
  expect(generated).not.toHaveProperty("canary_value");
  const given = bodyOf(AGENT, { ...NEW_CANARY, value: " Zorbinax Ltd " });
  expect(given.canary_value).toBe("Zorbinax Ltd");
  for (const body of [generated, given]) expect(schemaProblems(CreateCanaryBody as JsonSchema, body)).toEqual([]);
});

test.each([
  ["", true],
  ["1234567", false],
  ["12345678", true],
  ["  1234567  ", false],
])("the value %j can be sent: %s", (value, expected) => {
  expect(valueProblem(value) === undefined).toBe(expected);
});
