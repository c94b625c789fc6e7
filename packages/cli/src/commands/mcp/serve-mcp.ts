import { createInterface } from "node:readline";
import { openConnection, type Connection } from "../../api/connection.js";
import type { HttpAnswer } from "../../api/transport.js";
import { sayJson, type Cli } from "../../cli.js";
import { CliError, reasonOf } from "../../errors.js";

const MCP_PATH = "/mcp";
const PARSE_ERROR = -32700;
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

/** A server that has more to do than this at once is asked later. */
const MAX_AT_ONCE = 16;

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** `tack mcp serve`: passes messages on to the server's `/mcp`, and its answers back, each on a line of its own. */
export async function serveMcp(cli: Cli): Promise<void> {
  const connection = openConnection(cli, {});
  const ask = createPassing(connection);
  const tell = (answer: object): void => sayJson(cli, JSON.stringify(answer));
  const underWay = new Set<Promise<void>>();
  for await (const line of createInterface({ input: cli.stdin })) {
    if (line.trim() === "") continue;
    const message = parse(line);
    if (!message) {
      tell(failure(null, PARSE_ERROR, "The line is not a JSON-RPC message."));
      continue;
    }
    const work = ask(message)
      .then((answers) => answers.forEach(tell))
      .finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= MAX_AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/** What a message is answered with; nothing for a notification. */
function createPassing(connection: Pick<Connection, "request">): (message: Message) => Promise<object[]> {
  let revision: string | undefined;
  return async (message) => {
    const { id, method } = message;
    // Nothing changes while the server runs, so there is nothing to listen for.
    if (method === "subscriptions/listen") return [failure(id ?? null, METHOD_NOT_FOUND, "Method not found")];
    try {
      const answer = await connection.request({
        method: "POST",
        path: MCP_PATH,
        body: JSON.stringify(message),
        headers: headersOf(message, revision),
        readsOnly: true,
        isAnswer: (given) => messagesIn(given).length > 0,
      });
      const answers = messagesIn(answer);
      if (method === "initialize") revision = revisionIn(answers) ?? revision;
      return answers;
    } catch (error) {
      return id === undefined ? [] : [failure(id, INTERNAL_ERROR, wordsOf(error))];
    }
  };
}

/** What HTTP needs beside the message, as the revision that the client speaks has it. */
function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const envelope = params?.["_meta"] as Readonly<Record<string, unknown>> | undefined;
  const own = envelope?.["io.modelcontextprotocol/protocolVersion"];
  const name = params?.["name"];
  const revision = typeof own === "string" ? own : agreed;
  return {
    accept: "application/json, text/event-stream",
    ...(revision === undefined ? {} : { "mcp-protocol-version": revision }),
    ...(typeof own === "string" && method !== undefined ? { "mcp-method": method } : {}),
    ...(typeof own === "string" && typeof name === "string" ? { "mcp-name": name } : {}),
  };
}

/** The messages of an answer, be it JSON or a stream of events that has ended. */
function messagesIn({ headers, text }: Pick<HttpAnswer, "headers" | "text">): object[] {
  const type = headers["content-type"] ?? "";
  const texts = type.startsWith("text/event-stream")
    ? text.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length)] : []))
    : [text];
  return texts.flatMap((each) => {
    const message = parse(each);
    return message ? [message] : [];
  });
}

function revisionIn(answers: readonly object[]): string | undefined {
  const [first] = answers as { readonly result?: { readonly protocolVersion?: string } }[];
  return first?.result?.protocolVersion;
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === "object" && value !== null && "jsonrpc" in value;
    return isMessage ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

const failure = (id: string | number | null, code: number, message: string): object => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

function wordsOf(error: unknown): string {
  const remedy = error instanceof CliError ? error.details.remediation : undefined;
  return remedy === undefined ? reasonOf(error) : `${reasonOf(error)} ${remedy}`;
}
