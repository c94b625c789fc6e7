import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";
import { temporaryDirectory } from "../../testing/temporary.js";

describe("tack api", () => {
  let machine: TestMachine;
  beforeAll(async () => {
    machine = testMachine((await runServer()).address);
    await machine.run("login --email root@example.com --password Correct-Horse-7");
  });

  test("prints what the server answered, and nothing else", async () => {
    expect((await machine.run("api GET /api/v1/mcps -o json")).stdout).toBe("[]\n");
    expect(await machine.json("api get api/v1/auth/whoami")).toMatchObject({ email: "root@example.com" });
    const made = (await machine.json("api POST /api/v1/keys", { stdin: '{"name":"a"}' })) as { id: string };
    const deleted = await machine.run(`api DELETE /api/v1/keys/${made.id}`);
    expect(deleted).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect((await machine.run("api GET /api/v1/auth/whoami")).stdout).toMatch(/^email +root@example.com$/m);
  });

  test("keeps the server's words and request id in an error", async () => {
    const { stderr, exitCode } = await machine.run("api GET /api/v1/mcps/nothing -o json");
    expect(exitCode).toBe(5);
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        category: "not_found",
        operation: "api",
        http_status: 404,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });
});

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

describe("what tack api sends", () => {
  const seen: Seen[] = [];
  let answers: { status: number; headers?: Record<string, string>; body?: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    seen.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) });
    const { status, headers, body } = answers.shift() ?? { status: 200, body: "{}" };
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  let machine: TestMachine;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    machine = testMachine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => server.close());

  const env = { TACK_TOKEN: "t" };
  const send = async (words: string, stdin = "", more: readonly string[] = []) => {
    seen.length = 0;
    return machine.run(`api ${words}`, { env, stdin, more });
  };

  test("repeated parameters keep their order, and are escaped", async () => {
    await send("GET /api/v1/x", "", ["--param", "b=1", "--param", "a=2 &=", "--param", "b=3"]);
    expect(seen).toMatchObject([
      { method: "GET", url: "/api/v1/x?b=1&a=2+%26%3D&b=3", headers: { authorization: "Bearer t" } },
    ]);
  });

  test.each(["null", "[]", '"x"', "0", "true", '{"a": 1}'])("the body %s goes as it was written", async (body) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await send(`${method} /api/v1/x`, body);
      expect(seen).toMatchObject([{ method, body, headers: { "content-type": "application/json" } }]);
    }
  });

  test("the method may be omitted", async () => {
    await send("api/v1/x --param c=3");
    expect(seen).toMatchObject([{ method: "GET", url: "/api/v1/x?c=3" }]);
    await send("/api/v1/x", '{"a": 1}');
    expect(seen).toMatchObject([{ method: "POST", body: '{"a": 1}' }]);
    expect(await send("post")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Missing path") });
  });

  test("a file wins over standard input", async () => {
    const file = join(temporaryDirectory(), "body.json");
    writeFileSync(file, '{"from":"file"}');
    await send(`POST /api/v1/x -f ${file}`, '{"from":"stdin"}');
    expect(seen).toMatchObject([{ body: '{"from":"file"}' }]);
  });

  test("nothing is sent that is not one JSON value, nor with a method or path that the API has not", async () => {
    for (const [words, stdin] of [
      ["POST /api/v1/x", "{"],
      ["POST /api/v1/x", "1 2"],
      ["GET /api/v1/x", "null"],
      ["HEAD /api/v1/x", ""],
      ["GET https://evil.example/api/v1/x", ""],
      ["GET /api/v1/%2e%2e/x", ""],
      ["GET /api/v1/x?limit=5", ""],
    ] as const) {
      expect(await send(words, stdin)).toMatchObject({ exitCode: 7, stdout: "" });
    }
    expect(seen).toEqual([]);
    expect((await send("POST /api/v1/x --header a:b")).exitCode).toBe(2);
  });

  test("a path that a Windows shell rewrote is corrected, with a note", async () => {
    const { stderr } = await send("GET", "", ["C:/Program Files/Git/api/v1/x"]);
    expect(seen).toMatchObject([{ url: "/api/v1/x" }]);
    expect(stderr).toContain("/api/v1/x");
  });

  test("a GET is tried again when the server says that it is worth it, after the time it names", async () => {
    answers = [
      { status: 503, headers: { "retry-after": "0" } },
      { status: 429, headers: { "retry-after": "0" } },
    ];
    expect((await send("GET /api/v1/x")).exitCode).toBe(0);
    expect(seen).toHaveLength(3);
    answers = Array.from({ length: 3 }, () => ({
      status: 504,
      headers: { "retry-after": "0" },
      body: '{"detail":"no"}',
    }));
    expect((await send("GET /api/v1/x")).exitCode).toBe(9);
    expect(seen).toHaveLength(3);
  });

  test("a mutation is never tried again, whether it was refused or got no answer", async () => {
    answers = [{ status: 503, headers: { "retry-after": "0" }, body: '{"detail":"no"}' }];
    expect((await send("POST /api/v1/x", "{}")).exitCode).toBe(9);
    expect(seen).toHaveLength(1);
    answers = [{ status: 0 }];
    expect((await send("POST /api/v1/x", "{}")).exitCode).toBe(9);
    expect(seen).toHaveLength(1);
  });

  test("no redirect is followed, so credentials stay where they belong", async () => {
    answers = [{ status: 302, headers: { location: "http://evil.example/" } }];
    expect((await send("GET /api/v1/x")).exitCode).toBe(9);
    expect(seen).toHaveLength(1);
  });

  test("what is not JSON is said to be no answer of Tackroom, and an empty success prints nothing", async () => {
    answers = [{ status: 500, body: "<html>" }];
    expect(await send("GET /api/v1/x")).toMatchObject({
      exitCode: 9,
      stderr: expect.stringContaining("Tackroom server?"),
    });
    for (const output of ["json", "table"]) {
      answers = [{ status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: "<!doctype html>" }];
      expect(await send(`GET /api/v1/x -o ${output}`)).toMatchObject({ exitCode: 9, stdout: "" });
    }
    answers = [{ status: 204 }];
    expect(await send("DELETE /api/v1/x")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});
