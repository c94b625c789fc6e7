import { randomUUID } from "node:crypto";
import { MCP_PATH } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import type { TestServer } from "./server.js";

export const REVISION = "2026-07-28";

/** What a client of the latest revision says with each message. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

type Headers = Readonly<Record<string, string>>;

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Speaks to `/mcp` as clients do, without a library between. */
export function createMcp({ app }: Pick<TestServer, "app">) {
  const post = (message: object, headers: Headers): Promise<LightMyRequestResponse> =>
    app.inject({
      method: "POST",
      url: MCP_PATH,
      headers: {
        host: "localhost:8000",
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...headers,
      },
      payload: message,
    });
  /** A message of the latest revision. */
  const ask = (method: string, params: object, headers: Headers): Promise<LightMyRequestResponse> =>
    post(
      { jsonrpc: "2.0", id: randomUUID(), method, params: { ...params, _meta: ENVELOPE } },
      {
        "mcp-protocol-version": REVISION,
        "mcp-method": method,
        ...("name" in params ? { "mcp-name": String(params.name) } : {}),
        ...headers,
      },
    );
  const callTool = async (name: string, input: object, headers: Headers): Promise<ToolAnswer> => {
    const answer = await ask("tools/call", { name, arguments: input }, headers);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
    const { result } = answer.json<{ result: { content: { text: string }[]; isError?: boolean } }>();
    return { text: result.content[0]?.text ?? "", isError: result.isError ?? false };
  };
  return {
    post,
    ask,
    callTool,
    /** What a tool tells, which must not be a refusal. */
    async read<T>(name: string, input: object, token: string): Promise<T> {
      const { text, isError } = await callTool(name, input, { authorization: `Bearer ${token}` });
      if (isError) throw new Error(text);
      return JSON.parse(text) as T;
    },
  };
}

export type Mcp = ReturnType<typeof createMcp>;
