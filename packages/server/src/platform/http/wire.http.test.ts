import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/server.js";

describe("bytes on the wire (embedded)", () => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    server = await startTestServer();
    await server.app.listen({ port: 0, host: "127.0.0.1" });
    port = (server.app.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const send = async (bytes: string): Promise<string> => {
    const socket = connect(port, "127.0.0.1");
    socket.end(bytes);
    return text(socket);
  };

  test.each([
    ["no HTTP at all", "hello\r\n\r\n", 400, "malformed_request"],
    ["headers of 20 KB", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
  ])("answers %s with a problem", async (_what, bytes, status, code) => {
    const [head = "", body = ""] = (await send(bytes)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^Content-Type: application\/problem\+json$/m);
    const problem = JSON.parse(body) as { code: string; request_id: string };
    expect(problem.code).toBe(code);
    expect(head).toContain(`X-Request-ID: ${problem.request_id}`);
  });

  test("counts a body that does not say its length", async () => {
    const chunk = "x".repeat(1024 * 1024);
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 11; part++) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/bootstrap`, {
      method: "POST",
      body: stream,
      headers: { "content-type": "application/json" },
      duplex: "half",
    });
    expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: "payload_too_large" })]);
  });
});
