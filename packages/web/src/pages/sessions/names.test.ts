import { expect, test } from "vitest";
import { isUnknownIn, nameIn, type Names } from "./names.js";

const ada = { id: "1", name: "Ada" };
const names = (isComplete: boolean): Names => ({ all: [ada], settled: true, isComplete });

test("an ID without a name is shown as it is", () => {
  expect([nameIn(names(true), "1"), nameIn(names(true), "2")]).toEqual(["Ada", "2"]);
});

test("an ID is unknown only if all names are there, and it is not among them", () => {
  expect([isUnknownIn(names(true), "1"), isUnknownIn(names(true), "2")]).toEqual([false, true]);
  expect(isUnknownIn(names(false), "2")).toBe(false);
});
