import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
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

  describe("a body that is too large is answered with 413, whatever the client does", () => {
    const path = "/api/v1/auth/bootstrap";
    const body = "x".repeat(24 * 1024 * 1024);
    const TRIES = 8;

    /** Writes everything before it reads anything, as simple clients do, and closes nothing by itself. */
    const writeThenRead = async (version: string, headers: readonly string[], payload: string): Promise<string> => {
      const socket = connect(port, "127.0.0.1").pause();
      await once(socket, "connect");
      const head = [
        `POST ${path} HTTP/${version}`,
        "Host: localhost:8000",
        "Content-Type: application/json",
        ...headers,
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      await new Promise<void>((resolve, reject) => {
        socket.once("error", reject);
        socket.write(payload, (error) => (error ? reject(error) : resolve()));
      });
      return text(socket.resume());
    };
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

    test.each([
      ["1.1", ["Connection: close", `Content-Length: ${body.length}`], body],
      ["1.1", ["Connection: close", "Transfer-Encoding: chunked"], chunked],
      ["1.0", [`Content-Length: ${body.length}`], body],
    ])("over HTTP/%s with %j", async (version, headers, payload) => {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        expect(await writeThenRead(version, headers, payload)).toMatch(/^HTTP\/1.1 413 [^]*"code":"payload_too_large"/);
      }
    });

    test.each([["keep-alive"], ["close"]])("by Node's client with Connection: %s", async (connection) => {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const headers = { connection, "content-type": "application/json", "content-length": body.length };
        const sent = request({ port, host: "127.0.0.1", path, method: "POST", headers }).end(body);
        const [answer] = (await once(sent, "response")) as [IncomingMessage];
        expect([answer.statusCode, await text(answer)]).toEqual([413, expect.stringContaining("payload_too_large")]);
      }
    });

    test("by fetch", async () => {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: "POST",
          body,
          headers: { "content-type": "application/json" },
        });
        expect([answer.status, await answer.json()]).toMatchObject([413, { code: "payload_too_large" }]);
      }
    });

    test("as an upload that nobody may send", async () => {
      const form = new FormData();
      form.append("file", new Blob([body]), "departments.csv");
      const url = `http://127.0.0.1:${port}/api/v1/admin/users/bulk-department`;
      const answer = await fetch(url, { method: "POST", body: form });
      expect(answer.status).toBe(401);
    });
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
