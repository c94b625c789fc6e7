import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.js";

test.each([
  ["", {}],
  ["?last=90&has_errors=true", { last: "90", has_errors: "true" }],
  ["?q=null", { q: "null" }],
  ["?q=%7B%22a%22%3A1%7D", { q: '{"a":1}' }],
  ["?q=%2290%22", { q: '"90"' }],
  ["?next=%2Fsessions%3Flast%3D1", { next: "/sessions?last=1" }],
  ["?q=1e3&code=0123", { q: "1e3", code: "0123" }],
])("%j says %j, and the other way round", (search, params) => {
  expect(parseSearch(search)).toEqual(params);
  expect(stringifySearch(params)).toBe(search);
});

test("what has no value is left out", () => {
  expect(stringifySearch({ q: undefined, offset: 50 })).toBe("?offset=50");
});
