import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const asPerson = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "identity" };
const open = (url: string, headers: Record<string, string> = asPerson) => server.app.inject({ url, headers });

describe("the web app", () => {
  test("answers at every path that a person may open, and is asked for again each time", async () => {
    for (const path of ["/", "/login", "/registry/mcps/ada/tools.v2", "/device?code=BCDF-2345"]) {
      const page = await open(path);
      expect([path, page.statusCode, page.headers["content-type"], page.headers["cache-control"]]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
        "no-cache",
      ]);
      expect(page.headers["link"]).toBe('</.well-known/ard.json>; rel="ard"');
    }
  });

  test("allows no inline script and no inline style, and holds none", async () => {
    const page = await open("/");
    expect(page.headers["content-security-policy"]).not.toContain("unsafe");
    expect(page.body).not.toMatch(/<script>|<style|style=|onload=/);
  });

  test("sends its scripts compressed, to be kept for ever", async () => {
    const [, script = ""] = /src="(\/assets\/[^"]+\.js)"/.exec((await open("/")).body) ?? [];
    for (const [accepted, encoding] of [
      ["br, gzip", "br"],
      ["gzip", "gzip"],
      ["identity", undefined],
    ] as const) {
      const { statusCode, headers } = await open(script, { "accept-encoding": accepted });
      expect([statusCode, headers["content-encoding"]]).toEqual([200, encoding]);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(headers["vary"]).toMatch(/accept-encoding/i);
    }
  });

  test.each(["/api/v1/nothing", "/docs/nothing", "/assets/nothing.js", "/.well-known/nothing"])(
    "is not what %s leads to",
    async (path) => {
      expect((await open(path)).statusCode).toBe(404);
    },
  );

  test("is not what a program is answered that asks for an unknown path", async () => {
    const answer = await open("/nothing", { accept: "*/*" });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, "not_found"]);
    expect((await server.app.inject({ method: "POST", url: "/login", headers: asPerson })).statusCode).toBe(404);
  });
});
