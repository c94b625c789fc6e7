import { describe, expect, test } from "vitest";
import { isNotFound, mayPass, problemOf, unreachable } from "./problem.js";

describe("what went wrong with a call", () => {
  test("is reported in the server's words, with its id and its fields", () => {
    const body = {
      detail: "Two fields are wrong.",
      code: "validation_failed",
      request_id: "r1",
      errors: [{ path: "body.name", message: "is empty" }, 7],
    };
    const problem = problemOf(422, JSON.stringify(body), "from-header");
    expect(problem).toMatchObject({ message: "Two fields are wrong.", code: "validation_failed", requestId: "r1" });
    expect(problem.fields).toEqual([{ path: "body.name", message: "is empty" }]);
  });

  test("names the components that an agent cannot have", () => {
    const wrong = { component_type: "skill", component_id: "s1", reason: "It is yanked." };
    const body = { detail: "skill s1: It is yanked.", code: "invalid_components", errors: [wrong] };
    expect(problemOf(422, JSON.stringify(body), null)).toMatchObject({ components: [wrong], fields: [] });
  });

  test("is also read from the two fields that discovery has", () => {
    const problem = problemOf(400, '{"errorCode":"INVALID_ARGUMENT","message":"query.text: is empty"}', "h1");
    expect(problem).toMatchObject({ message: "query.text: is empty", code: "INVALID_ARGUMENT", requestId: "h1" });
  });

  test.each(["<html>bad gateway</html>", "", "null", '"text"', "[]"])(
    "has a sentence where the answer was %j",
    (text) => {
      expect(problemOf(502, text, null)).toMatchObject({ status: 502, code: "unknown", requestId: undefined });
      expect(problemOf(502, text, null).message).toContain("502");
    },
  );

  test("may pass by itself only where nobody has to change anything", () => {
    const passing = [429, 500, 503].map((status) => mayPass(problemOf(status, "", null)));
    const lasting = [400, 401, 403, 404, 409, 422].map((status) => mayPass(problemOf(status, "", null)));
    expect([...passing, mayPass(unreachable(new Error("offline")))]).toEqual([true, true, true, true]);
    expect(lasting).toEqual([false, false, false, false, false, false]);
  });

  test("says that nothing is there also of an ID that cannot be one, but not of a wrong query", () => {
    const wrong = (path: string) =>
      problemOf(422, JSON.stringify({ detail: "Wrong", errors: [{ path, message: "is wrong" }] }), null);
    expect(
      [problemOf(404, "", null), wrong("path.id"), wrong("query.limit"), problemOf(403, "", null), null].map(
        isNotFound,
      ),
    ).toEqual([true, true, false, false, false]);
  });
});
