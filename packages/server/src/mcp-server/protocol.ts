import { Readable } from "node:stream";
import type { FieldError, McpMessage } from "@tackroom/contract";
import type { McpHttpHandler, McpRequestContext, Server } from "@modelcontextprotocol/server";
import type { FastifyError } from "fastify";
import type { TSchema } from "typebox";
import { refusalOf, type CallContext } from "../platform/http/index.js";
import type { Log } from "../platform/log.js";
import type { ServiceError } from "../platform/service-error.js";
import { VERSION } from "../platform/version.js";
import { TOOLS, type Tool, type ToolDeps } from "./tools/index.js";

export interface ProtocolDeps extends ToolDeps {
  readonly log: Log;
}

/** The answer to one message, as it goes over HTTP. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for what needs no answer. */
  readonly body: Uint8Array | Readable | undefined;
}

export interface Protocol {
  answer(message: McpMessage, context: CallContext): Promise<McpAnswer>;
  /** Ends the streams that clients listen on. */
  close(): Promise<void>;
}

/** The revisions that are offered, the latest first. */
const REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18"];

/** A client keeps this open to hear of changes. Tools never change while the server runs, so it hears of none. */
const LISTEN = "subscriptions/listen";
const MAX_LISTENING = 200;

/** Tools only change with the program, and are the same for everyone. */
const CACHED = { ttlMs: 300_000, cacheScope: "public" } as const;

const INSTRUCTIONS =
  "Tackroom is the registry of reviewed MCP servers, agents, skills, hooks, prompts and sandboxes of this organization, and it " +
  "keeps the recorded sessions of coding agents. Use `search` to find an item for a task, `get` to read it before you recommend " +
  "it, and `install` for the files of one harness; write these files exactly as they are, and only after the user has agreed. " +
  "`my_sessions` and `session_events` show what earlier sessions of the same user did. Nothing here changes the registry.";

/**
 * The protocol by its official library, which is loaded with the first message: most servers start without ever meeting one.
 * Each message is answered on its own, so it does not matter which replica gets it.
 */
export function createProtocol(deps: ProtocolDeps, loadHandler = openHandler): Protocol {
  let opened: Promise<McpHttpHandler> | undefined;
  const open = async (): Promise<McpHttpHandler> => {
    try {
      return await loadHandler(deps);
    } catch (error) {
      // What failed once (a full table of open files, say) is tried again with the next message.
      opened = undefined;
      throw error;
    }
  };
  return {
    async answer(message, context) {
      const handler = await (opened ??= open());
      const response = await handler.fetch(requestOf(message, context), {
        parsedBody: message,
        authInfo: { token: "", clientId: "", scopes: [], extra: { context } },
      });
      const { status } = response;
      const headers = Object.fromEntries(response.headers);
      // Every other answer ends by itself, and what is complete can be measured.
      if (message.method === LISTEN && response.ok && response.body) {
        return { status, headers, body: Readable.fromWeb(response.body) };
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status, headers, body: bytes.length === 0 ? undefined : bytes };
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** The library looks at the headers; what it needs of the body it is given already read. */
function requestOf(message: McpMessage, { call }: CallContext): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(call.headers)) {
    if (/^(accept|content-type|host|origin|mcp-.+)$/.test(name) && value !== undefined)
      headers.set(name, String(value));
  }
  return new Request(new URL(call.url, "http://localhost"), {
    method: "POST",
    headers,
    body: JSON.stringify(message),
  });
}

async function openHandler(deps: ProtocolDeps): Promise<McpHttpHandler> {
  const sdk = await import("@modelcontextprotocol/server");
  const serverFor = ({ authInfo }: McpRequestContext): Server => {
    const context = authInfo?.extra?.["context"] as CallContext;
    const server = new sdk.Server(
      { name: "tackroom", title: "Tackroom", version: VERSION },
      {
        capabilities: { tools: {} },
        instructions: INSTRUCTIONS,
        supportedProtocolVersions: REVISIONS,
        cacheHints: { "tools/list": CACHED, "server/discover": CACHED },
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools: TOOLS.map(describe) }));
    server.setRequestHandler("tools/call", async ({ params }) => {
      const tool = TOOLS.find(({ name }) => name === params.name);
      if (!tool) {
        const names = TOOLS.map(({ name }) => name).join(", ");
        throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `Unknown tool ${params.name}. Use one of: ${names}.`);
      }
      return runTool(deps, tool, params.arguments ?? {}, context);
    });
    return server;
  };
  return sdk.createMcpHandler(serverFor, {
    maxSubscriptions: MAX_LISTENING,
    onerror: (error) => deps.log.debug({ err: error }, "an MCP message was refused"),
  });
}

const describe = ({ name, title, description, input }: Tool) => ({
  name,
  title,
  description,
  inputSchema: shownSchema(input),
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

/** What has a default is filled in before it is checked, so a model may leave it out. */
function shownSchema(input: TSchema): { type: "object"; required: string[] } {
  const schema = JSON.parse(JSON.stringify(input)) as ObjectSchema;
  const isAsked = (name: string): boolean => !("default" in (schema.properties[name] ?? {}));
  return { ...schema, required: (schema.required ?? []).filter(isAsked) };
}

interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

const textResult = (text: string) => ({ content: [{ type: "text" as const, text }] });

/** A refusal is told to the model, which may do better; what went wrong on our side is for the operator, too. */
async function runTool(deps: ProtocolDeps, tool: Tool, input: Record<string, unknown>, context: CallContext) {
  try {
    return textResult(JSON.stringify(await tool.run(deps, input, context), null, 1));
  } catch (error) {
    const refusal = refusalOf(error as FastifyError);
    if (refusal.status >= 500) deps.log.error({ err: error }, `the MCP tool ${tool.name} failed`);
    return { ...textResult(messageOf(refusal)), isError: true };
  }
}

/** All that is wrong with the input at once, so that the next attempt can be right. */
function messageOf({ message, extra }: ServiceError): string {
  const errors = (extra["errors"] ?? []) as readonly FieldError[];
  if (errors.length < 2) return message;
  return errors.map(({ path, message: reason }) => `${path} ${reason}`).join("; ");
}
