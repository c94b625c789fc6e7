import { expect, test } from "vitest";
import { advertisementStart, isFetch, isGitRequest, isPush, protocolOf } from "./git-request.js";

test("only what is a protocol reaches the environment of git", () => {
  expect(protocolOf("version=2")).toBe("version=2");
  for (const header of [undefined, "", "version=2\nx", "a b", "x".repeat(65), ["version=2"]]) {
    expect(protocolOf(header)).toBeUndefined();
  }
});

test("clients of the first versions are told the service first", () => {
  expect(advertisementStart("version=2")).toBe("");
  expect(advertisementStart("version=1")).toBe("001e# service=git-upload-pack\n0000");
  expect(advertisementStart(undefined)).toBe(advertisementStart("version=1"));
});

test("fetching and pushing are told apart from anything else", () => {
  const services = ["git-upload-pack", "git-receive-pack", "git-upload-archive", undefined];
  expect(services.map(isFetch)).toEqual([true, false, false, false]);
  expect(services.map(isPush)).toEqual([false, true, false, false]);
});

test("a request of git begins with a length", () => {
  const requests = ["0014command=ls-refs\n", "0000", "00", "{", "", "GET /"];
  expect(requests.map((text) => isGitRequest(Buffer.from(text)))).toEqual([true, true, false, false, false, false]);
});
