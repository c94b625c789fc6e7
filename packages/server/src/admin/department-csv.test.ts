import { expect, test } from "vitest";
import { readDepartmentCsv } from "./department-csv.js";

test.each([
  ["email,department\nada@x,Research\n", [{ email: "ada@x", department: "Research" }]],
  ['\uFEFFDepartment,Name,Email\r\n"Sales, EU",Ada,ada@x\r\n\r\n', [{ email: "ada@x", department: "Sales, EU" }]],
  ["email,department\nada@x\n", [{ email: "ada@x", department: null }]],
  ["email,department\n", []],
])("reads %j", (text, entries) => {
  expect(readDepartmentCsv(text)).toEqual(entries);
});

test.each([
  ["", "body.file must start with a header"],
  ["mail,dept\nada@x,Research", "body.file must start with a header"],
  ['email,department\n"ada@x,Research', "body.file is not valid CSV"],
  [`email,department\nada@x,${"x".repeat(201)}`, "body.file"],
  ["email,department\nada@x,a\u202eb", "body.file"],
  ['email,department\nada@x,"two\nlines"', "body.file"],
  [`email,department\n${"x".repeat(255)},Research`, "body.file"],
])("refuses %j and says why", (text, why) => {
  expect(() => readDepartmentCsv(text)).toThrow(why);
});
