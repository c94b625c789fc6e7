import { createServer, globalAgent } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { sendHttp } from "./transport.js";

/** Node's own limit for sockets that are silent, which is 5 s. Its types do not have it. */
const { options } = globalAgent as unknown as { readonly options: { timeout: number } };
const AGENT_LIMIT = options.timeout;
beforeEach(() => void (options.timeout = 50));
afterEach(() => void (options.timeout = AGENT_LIMIT));

async function slowServer(answersAfterMs: number): Promise<URL> {
  const server = createServer((_, response) => void sleep(answersAfterMs).then(() => response.end("done")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const send = (url: URL, timeoutMs: number): ReturnType<typeof sendHttp> =>
  sendHttp({ method: "POST", url, headers: {}, body: "{}", timeoutMs });

test("a server that needs longer than Node's limit for a silent socket is waited for", async () => {
  expect((await send(await slowServer(400), 10_000)).text).toBe("done");
});

test("a server that needs longer than the configured timeout is not", async () => {
  await expect(send(await slowServer(2000), 100)).rejects.toMatchObject({
    category: "unavailable",
    message: expect.stringContaining("timed out"),
  });
});

test("a disk that is full is not reported as a server that cannot be reached", async () => {
  const server = createServer((_, response) => response.end("some bytes"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const sink = () => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  await expect(sendHttp({ method: "GET", url, headers: {}, timeoutMs: 10_000, sink })).rejects.toMatchObject({
    category: "unexpected",
    message: "The response could not be written (ENOSPC: no space left on device, write).",
  });
});
