import { describe, expect, test } from "vitest";
import { prepareCall } from "./request.js";

describe("a call by its name", () => {
  test("goes to the path of the contract, with one segment for each parameter", () => {
    expect(prepareCall("mcps.getItem", { params: { id: "ada/git hub" } })).toEqual({
      method: "GET",
      url: "/api/v1/mcps/ada%2Fgit%20hub",
      body: undefined,
    });
  });

  test("leaves out of its query what is not given", () => {
    const { url } = prepareCall("mcps.listItems", { query: { search: "", limit: 20, offset: 0 } });
    expect(url).toBe("/api/v1/mcps?limit=20&offset=0");
  });

  test("does not become another endpoint for want of a parameter", () => {
    expect(() => prepareCall("mcps.deleteItem", { params: { id: "" } })).toThrow("mcps.deleteItem requires id");
  });

  test("carries its body as JSON", () => {
    expect(prepareCall("login", { body: { email: "ada", password: "x" } })).toMatchObject({
      method: "POST",
      body: '{"email":"ada","password":"x"}',
    });
  });
});
