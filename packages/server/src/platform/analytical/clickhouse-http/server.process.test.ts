import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_CREDENTIALS } from "../../../../test/clickhouse-http/credentials.js";
import { startClickHouse, type RunningClickHouse } from "../../../../test/clickhouse-http/start.js";
import { temporaryDirectory } from "../../../../test/temporary.js";

const credentials = (password: string, user: string = TEST_CREDENTIALS.user): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

describe("the HTTP front of an embedded engine", () => {
  let server: RunningClickHouse;
  beforeAll(async () => {
    server = await startClickHouse({ dataDir: temporaryDirectory(), ...TEST_CREDENTIALS });
  });
  afterAll(() => server.stop());

  /** Sends bytes as they are: HTTP clients refuse to send most of these. */
  async function sent(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(bytes);
    const answer = await text(socket).catch(() => "");
    return answer.split("\r\n", 1)[0] ?? "";
  }
  const request = (line: string, ...headers: string[]): string =>
    [`${line} HTTP/1.1`, "Host: x", "Connection: close", ...headers, "", ""].join("\r\n");
  const query = (path: string, password: string = TEST_CREDENTIALS.password): Promise<Response> =>
    fetch(`${server.url}${path}`, { method: "POST", headers: { authorization: credentials(password) } });

  const authorization = `Authorization: ${credentials(TEST_CREDENTIALS.password)}`;
  test.each([
    ["an empty authority", request("GET //"), /^HTTP\/1\.1 400 /],
    ["an empty authority, with credentials", request("POST //", authorization), /^HTTP\/1\.1 400 /],
    ["a port that is none", request("GET //a:b/"), /^HTTP\/1\.1 400 /],
    ["a target that is no address", request("GET http://[::"), /^HTTP\/1\.1 400 /],
    ["an asterisk", request("OPTIONS *"), /^HTTP\/1\.1 403 /],
    ["an escape that is no character", request("GET /%ff%", authorization), /^HTTP\/1\.1 404 /],
    ["a query id with a line break", request("POST /?query=SELECT+1&query_id=a%0d%0ab", authorization), / 200 OK$/],
    [
      "a query id that no header can hold",
      request("POST /?query=SELECT+1&query_id=%E2%82%AC", authorization),
      / 200 OK$/,
    ],
    ["a format with a line break", request("POST /?query=SELECT+1&default_format=%0a", authorization), / 404 /],
    [
      "a body that is not compressed as it says",
      request("POST /", authorization, "Content-Encoding: gzip", "Content-Length: 1") + "x",
      / 500 /,
    ],
    ["no HTTP", "\u0000\u0001\u0002\r\n\r\n", /^HTTP\/1\.1 400 /],
  ])("answers %s, and lives", async (_, bytes, expected) => {
    expect(await sent(bytes)).toMatch(expected);
    expect((await fetch(`${server.url}/ping`)).status).toBe(200);
    expect(await (await query("/?query=SELECT+1")).text()).toBe("1\n");
  });

  test("survives a caller who hangs up in the middle of a body", async () => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.end(`${request("POST /", authorization, "Content-Length: 100")}SELECT`);
    await text(socket).catch(() => "");
    expect(await (await query("/?query=SELECT+1")).text()).toBe("1\n");
  });

  test.each([
    ["none", ""],
    ["the beginning of it", TEST_CREDENTIALS.password.slice(0, -1)],
    ["more than it", `${TEST_CREDENTIALS.password}x`],
    ["another of the same length", TEST_CREDENTIALS.password.replace("s", "t")],
  ])("refuses a password that is %s", async (_, password) => {
    expect((await query("/?query=SELECT+1", password)).status).toBe(403);
  });
});
