import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LIMITS, openOutside, reasonOf } from "../../../test/outbound.js";
import type { SeenRequest } from "../../../test/web-site.js";
import { OutboundError } from "./index.js";
import { asOutboundError } from "./outbound-error.js";

const { site, tcpSite, guard } = openOutside();

describe("an answer", () => {
  const from = async (answer: Parameters<typeof site>[0], limits = LIMITS) => {
    const there = await site(answer);
    return { there, fetched: guard([there.host]).fetch(there.url, limits) };
  };

  test("has its status, headers and bytes, whatever the status", async () => {
    const { fetched } = await from((_request, response) =>
      response.writeHead(404, { "content-type": "application/json", etag: '"1"' }).end('{"no":true}'),
    );
    const answer = await fetched;
    expect([answer.status, answer.headers.etag, answer.json()]).toEqual([404, '"1"', { no: true }]);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["identity", (text: string) => Buffer.from(text)],
  ] as const)("is read from %s", async (encoding, compress) => {
    const { fetched } = await from((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(compress("hello")),
    );
    expect((await fetched).text()).toBe("hello");
  });

  test("that drips in slowly is given up when the time is over", async () => {
    const { fetched, there } = await from(
      (_request, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write("."), 20);
        response.on("close", () => clearInterval(drip));
      },
      { ...LIMITS, timeoutMs: 300 },
    );
    expect(await reasonOf(fetched)).toBe(`The request to ${there.host} timed out after 0.3 s.`);
  });

  test("that never begins is given up when the time is over", async () => {
    const { fetched } = await from(() => undefined, { ...LIMITS, timeoutMs: 200 });
    expect(await reasonOf(fetched)).toContain("timed out after 0.2 s");
  });

  test("that redirects slowly shares one time limit with what it redirects to", async () => {
    const { fetched } = await from(
      (_request, response) => void setTimeout(() => response.writeHead(302, { location: "/next" }).end(), 150),
      { ...LIMITS, timeoutMs: 250 },
    );
    expect(await reasonOf(fetched)).toContain("timed out after 0.25 s");
  });

  test("that is too large is cut off", async () => {
    const { fetched, there } = await from((_request, response) => response.end(Buffer.alloc(65 * 1024)));
    expect(await reasonOf(fetched)).toBe(`The response of ${there.host} exceeds the limit of 65536 bytes.`);
  });

  test("that has no end is cut off", async () => {
    const { fetched } = await from((_request, response) => {
      const more = (): void => void (response.writable && response.write(Buffer.alloc(16 * 1024), more));
      more();
    });
    expect(await reasonOf(fetched)).toContain("exceeds the limit of 65536 bytes");
  });

  test("that is small but has no end once it is decompressed is cut off", async () => {
    const { fetched } = await from((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const bomb = createGzip();
      bomb.pipe(response);
      const more = (): void => void (response.writable && bomb.write(Buffer.alloc(1024 * 1024), more));
      more();
    });
    expect(await reasonOf(fetched)).toContain("exceeds the limit of 65536 bytes");
  });

  test("that has no end though nothing comes of it once decompressed is cut off", async () => {
    const { fetched } = await from((_request, response) => {
      response.writeHead(200, { "content-encoding": "deflate" });
      // A header, then blocks of no bytes for ever.
      response.write(Buffer.from([0x78, 0x9c]));
      const nothing = Buffer.alloc(5 * 1024, Buffer.from([0, 0, 0, 0xff, 0xff]));
      const more = (): void => void (response.writable && response.write(nothing, more));
      more();
    });
    expect(await reasonOf(fetched)).toContain("exceeds the limit of 65536 bytes");
  });

  test.each([
    ["gzip", "cannot be decompressed"],
    ["br", "cannot be decompressed"],
    ["compress", "sent an unsupported content encoding: compress."],
    ["gzip, gzip", "sent an unsupported content encoding: gzip, gzip."],
  ])("that only pretends to be %s is refused", async (encoding, reason) => {
    const { fetched } = await from((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end("plain text that is no such thing"),
    );
    expect(await reasonOf(fetched)).toContain(reason);
  });

  test("with headers that are too large is refused", async () => {
    const { fetched } = await from((_request, response) =>
      response.writeHead(200, { "x-large": "a".repeat(20_000) }).end("hello"),
    );
    expect(await reasonOf(fetched)).toContain("sent headers that are too large");
  });

  test.each([
    ["hangs up", (write: (text: string) => void) => write(""), "closed the connection"],
    [
      "hangs up in the middle",
      (write: (text: string) => void) => write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"),
      "closed the connection",
    ],
    [
      "speaks another language",
      (write: (text: string) => void) => write("SSH-2.0-OpenSSH_9.6\r\n"),
      "returned an invalid HTTP response",
    ],
  ])("of a server that %s is a failure with its reason", async (_what, speak, reason) => {
    const there = await tcpSite((socket) =>
      socket.once("data", () => {
        speak((text) => socket.write(text));
        socket.end();
      }),
    );
    expect(await reasonOf(guard([there.host]).fetch(there.url, LIMITS))).toBe(`${there.host} ${reason}.`);
  });

  test("of a server that is not there is a failure with its reason", async () => {
    const there = await site(() => undefined);
    await there.close();
    expect(await reasonOf(guard([there.host]).fetch(there.url, LIMITS))).toBe(`${there.host} refused the connection.`);
  });

  test("that cannot come for any other reason says nothing of where the name leads", () => {
    const error = Object.assign(new Error("connect EHOSTDOWN 10.0.0.1:443"), { code: "EHOSTDOWN", syscall: "connect" });
    expect(asOutboundError(error, "inner.test").message).toBe("inner.test is unreachable.");
  });

  test("of a server that has no certificate is a failure with its reason", async () => {
    const there = await site((_request, response) => response.end("hello"));
    expect(await reasonOf(guard([there.host]).fetch(`https://${there.host}`, LIMITS))).toContain(
      "does not support TLS",
    );
  });

  test.each([
    ["<html>", "did not return valid JSON"],
    ["[".repeat(50_000), "exceeds the maximum nesting depth of 20"],
    [Buffer.from([0x22, 0xff, 0x22]), "not valid UTF-8"],
  ])("that is no JSON says so when it is read as JSON", async (body, reason) => {
    const { fetched } = await from((_request: SeenRequest, response) => response.end(body));
    const answer = await fetched;
    expect(() => answer.json()).toThrow(reason);
    expect(() => answer.json()).toThrow(OutboundError);
  });
});
