import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import type { CallContext } from "../platform/http/index.js";
import { createProtocol, type ProtocolDeps } from "./protocol.js";

const message = { jsonrpc: "2.0", id: 1, method: "tools/list" } as const;
const context = { call: { headers: {}, url: "/mcp" } } as unknown as CallContext;

test("a protocol that could not be opened is opened with the next message, and closes either way", async () => {
  const handler = {
    fetch: async () => new Response("opened"),
    close: async () => undefined,
  } as unknown as McpHttpHandler;
  let attempts = 0;
  const protocol = createProtocol({} as ProtocolDeps, async () => {
    if (++attempts === 1) throw new Error("EMFILE: too many open files");
    return handler;
  });
  const first = protocol.answer(message, context);
  const closing = protocol.close();
  await expect(first).rejects.toThrow("EMFILE");
  await expect(closing).resolves.toBeUndefined();
  const bodies = [await protocol.answer(message, context), await protocol.answer(message, context)].map(({ body }) =>
    Buffer.from(body as Uint8Array).toString(),
  );
  expect(bodies).toEqual(["opened", "opened"]);
  expect(attempts).toBe(2);
  await protocol.close();
});
