import { readFileSync } from "node:fs";
import { openApi } from "../../api/client.js";
import { failureOf } from "../../api/failures.js";
import { note, say, sayJson, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printThing, shown, table } from "../../output.js";
import { readApiPath } from "./api-path.js";
import { readStandardInput } from "./standard-input.js";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export interface ApiOptions {
  readonly param?: readonly string[];
  readonly fromFile?: string;
}

/** `tack api`, by the specification's nine rules. */
export async function callApi(cli: Cli, first: string, second: string | undefined, options: ApiOptions): Promise<void> {
  if (second === undefined) return callWithoutMethod(cli, first, options);
  const method = readMethod(first);
  await call(cli, method, second, { ...options, body: await readBody(cli, method, options.fromFile) });
}

/** Like curl and gh: GET, or POST if there is a body. */
async function callWithoutMethod(cli: Cli, givenPath: string, options: ApiOptions): Promise<void> {
  if (METHODS.includes(givenPath.toUpperCase())) {
    throw usageError("Missing path.", `Pass a path, such as: tack api ${givenPath.toUpperCase()} /api/v1/mcps`);
  }
  const body = await readBody(cli, undefined, options.fromFile);
  await call(cli, body === undefined ? "GET" : "POST", givenPath, { ...options, body });
}

function readMethod(givenMethod: string): string {
  const method = givenMethod.toUpperCase();
  if (!METHODS.includes(method)) {
    throw new CliError("validation", `Unknown method "${givenMethod}".`, {
      remediation: `Use one of ${METHODS.join(", ")}.`,
    });
  }
  return method;
}

async function call(
  cli: Cli,
  method: string,
  givenPath: string,
  options: ApiOptions & { readonly body: string | undefined },
): Promise<void> {
  const { path, corrected } = readApiPath(givenPath);
  if (corrected) note(cli, `Note: the shell rewrote the path to ${givenPath}; calling ${path}.`);
  const query = (options.param ?? []).map(readParam);
  const { body } = options;
  const api = openApi(cli);
  const answer = await api.request({ method, path, query, body });
  const { text } = answer;
  // The API returns JSON, CSV and plain text. An HTML page comes from a proxy or from another server.
  if (/^text\/html\b/i.test(answer.headers["content-type"] ?? "")) throw failureOf(answer, api.server);
  if (text === "") return;
  if (cli.flags.output !== "json") show(cli, text);
  else if (isJson(text)) sayJson(cli, text);
  else say(cli, text.trimEnd());
}

function readParam(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw usageError(`Invalid --param "${text}".`, "Expected KEY=VALUE, such as --param limit=5");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A single JSON value, sent verbatim. A file takes precedence over standard input. Without a method, a body is optional. */
async function readBody(
  cli: Cli,
  method: string | undefined,
  fromFile: string | undefined,
): Promise<string | undefined> {
  const isGet = method === "GET";
  const text =
    fromFile === undefined
      ? await readStandardInput(cli, { waits: !isGet && method !== undefined })
      : readBodyFile(fromFile);
  if (text.trim() === "" && fromFile === undefined) return undefined;
  if (isGet) {
    throw new CliError("validation", "GET requests cannot have a body.", {
      remediation: "Pass query parameters with --param, or omit the body.",
    });
  }
  try {
    JSON.parse(text);
  } catch (error) {
    throw new CliError("validation", `The body is not valid JSON: ${error instanceof Error ? error.message : ""}`, {
      resource: fromFile ?? "standard input",
      remediation: "Expected a single JSON value: an object, array, quoted string, number, true, false or null.",
    });
  }
  return text;
}

function readBodyFile(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new CliError("validation", `Cannot read ${path}.`, {
      resource: path,
      remediation: "Check the path passed to --from-file.",
      cause: error,
    });
  }
}

function show(cli: Cli, text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // CSV and other formats are printed unchanged.
    return say(cli, text.trimEnd());
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) {
    const names = [...new Set(value.flatMap((row) => Object.keys(row)))].filter((name) =>
      value.some((row) => isPlain(row[name])),
    );
    return say(
      cli,
      table(
        cli,
        value,
        names.map((name) => ({ title: name, of: (row) => shown(row[name]) })),
      ),
    );
  }
  if (isRecord(value)) return printThing(cli, value);
  sayJson(cli, JSON.stringify(value, null, 2));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => value !== null && value !== undefined && typeof value !== "object";
