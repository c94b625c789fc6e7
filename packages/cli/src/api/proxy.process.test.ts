import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../testing/temporary.js";

const TACK = fileURLToPath(new URL("../../bin/tack.cjs", import.meta.url));
const HEALTH = {
  status: "ok",
  database: "ok",
  analytics: "ok",
  bus: "in_process",
  version: "1.2.3",
  initialized: true,
};

/** A proxy that answers for a server that only it can reach, and the addresses that it was asked for. */
async function proxy(refuse?: (socket: Duplex) => void): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, { "content-type": "application/json", "x-request-id": "fake" }).end(JSON.stringify(HEALTH));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    if (refuse) return refuse(socket);
    const through = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(through).pipe(socket);
    });
    socket.on("error", () => through.destroy());
    through.on("error", () => socket.destroy());
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${port}`, asked };
}

async function status(
  env: Record<string, string>,
  server = "http://tack.invalid",
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [TACK, "status", "--server", server], {
    env: { PATH: process.env["PATH"], HOME: temporaryDirectory(), ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

test("the server is called through the proxy that the environment names", async () => {
  const { address, asked } = await proxy();
  expect(await status({ HTTP_PROXY: address })).toEqual({ code: 0, output: expect.stringContaining("is ok") });
  // Without a tunnel, which many proxies open to no port but 443.
  expect(asked).toEqual(["http://tack.invalid/api/v1/health"]);
});

test("NO_PROXY excepts a server, and without a variable nothing goes through a proxy", async () => {
  const { address, asked } = await proxy();
  expect((await status({ HTTP_PROXY: address, NO_PROXY: "tack.invalid" })).code).toBe(9);
  expect((await status({})).code).toBe(9);
  expect(asked).toEqual([]);
});

test("a proxy that refuses is not mistaken for a server that does not run", async () => {
  const { address, asked } = await proxy((socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  const { code, output } = await status({ HTTPS_PROXY: address }, "https://tack.invalid");
  expect([code, asked]).toEqual([9, ["tack.invalid:443"]]);
  expect(output).toContain("through the proxy (Proxy response (403)");
  expect(output).toContain("NO_PROXY");
});
