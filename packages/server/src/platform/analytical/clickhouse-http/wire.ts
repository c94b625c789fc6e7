import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { refusal } from "./errors.js";
import type { Statement, StatementResult } from "./statement.js";

export interface Credentials {
  user: string;
  password: string;
}

export function credentialsOf(headers: IncomingHttpHeaders, params: URLSearchParams): Credentials {
  if (headers.authorization !== undefined) return basicCredentials(headers.authorization);
  return {
    user: params.get("user") ?? headerText(headers, "x-clickhouse-user") ?? "default",
    password: params.get("password") ?? headerText(headers, "x-clickhouse-key") ?? "",
  };
}

function basicCredentials(authorization: string): Credentials {
  const [scheme, encoded = ""] = authorization.split(" ");
  if (scheme?.toLowerCase() !== "basic") throw refusal(516, "AUTHENTICATION_FAILED", "Only Basic is supported");
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 0
    ? { user: decoded, password: "" }
    : { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Takes as long whichever character differs: any process of the machine can reach the port, and could measure it. */
export function areSameCredentials(given: Credentials, accepted: Credentials): boolean {
  return timingSafeEqual(digestOf(given), digestOf(accepted));
}

/** Equally long for all, as the comparison needs it. A list tells `a:b`, `c` from `a`, `b:c`. */
function digestOf({ user, password }: Credentials): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([user, password]))
    .digest();
}

/** The statement the engine is to run: `query` and the body are one text, as on a real server. */
export function statementOf(params: URLSearchParams, body: Buffer): string {
  const query = params.get("query");
  if (query === null) return body.toString("utf8");
  if (body.length === 0) return query;
  refuseBinaryInsert(query);
  return `${query}\n${body.toString("utf8")}`;
}

export function isInsert(statement: string): boolean {
  return /^\s*insert\s/i.test(statement);
}

const TEXT_INSERT_FORMATS = new Set([
  "jsoneachrow",
  "jsoncompacteachrow",
  "tabseparated",
  "tabseparatedwithnames",
  "tsv",
  "tsvwithnames",
  "csv",
  "csvwithnames",
]);

// A chDB session takes its statement as UTF-8 text, which would silently corrupt binary rows.
function refuseBinaryInsert(query: string): void {
  const format = trailingFormat(query);
  if (!isInsert(query) || format === undefined || TEXT_INSERT_FORMATS.has(format.toLowerCase())) return;
  throw refusal(48, "NOT_IMPLEMENTED", `This server cannot insert ${format}, only text formats`);
}

export function outputFormatOf(statement: string, headers: IncomingHttpHeaders, params: URLSearchParams): string {
  const fallback = params.get("default_format") ?? headerText(headers, "x-clickhouse-format") ?? "TabSeparated";
  if (!/^\w{1,100}$/.test(fallback)) throw refusal(73, "UNKNOWN_FORMAT", "The format is not a name");
  return isInsert(statement) ? fallback : (trailingFormat(statement) ?? fallback);
}

const MAX_FORMAT_CLAUSE = 500;

function trailingFormat(statement: string): string | undefined {
  // The end alone: a statement holds the rows that it inserts, and each run of blanks in it would be walked to its end.
  return /\sformat\s+(\w+)[\s;]*$/i.exec(statement.slice(-MAX_FORMAT_CLAUSE))?.[1];
}

const NOT_SETTINGS = new Set([
  "buffer_size",
  "client_protocol_version",
  "compress",
  "database",
  "decompress",
  "default_format",
  "password",
  "query",
  "query_id",
  "quota_key",
  "role",
  "stacktrace",
  "user",
  "wait_end_of_query",
]);

/** What a session must be told before the statement itself. */
export function preparationOf(
  headers: IncomingHttpHeaders,
  params: URLSearchParams,
): Pick<Statement, "preamble" | "params"> {
  if (params.has("session_id")) throw refusal(48, "NOT_IMPLEMENTED", "This server has no HTTP sessions");
  const database = params.get("database") ?? headerText(headers, "x-clickhouse-database") ?? "default";
  const sent = [...params].filter(([name]) => !NOT_SETTINGS.has(name));
  return {
    preamble: [`USE \`${escaped(database, /[\\`]/g)}\``, ...assigned(sent.filter((each) => !isParam(each)))],
    params: assigned(sent.filter(isParam)),
  };
}

function isParam([name]: [string, string]): boolean {
  return name.startsWith("param_");
}

function assigned(settings: [string, string][]): string[] {
  return settings.length > 0 ? [`SET ${settings.map(assignment).join(", ")}`] : [];
}

// A param_* value arrives escaped as a TSV field, and SET wants it in that form: it is quoted, not decoded.
function assignment([name, value]: [string, string]): string {
  if (!/^\w+$/.test(name)) throw refusal(115, "UNKNOWN_SETTING", `Unknown setting '${name}'`);
  return `${name} = '${escaped(value, /[\\']/g)}'`;
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, "\\$&");
}

export function decodedBody(headers: IncomingHttpHeaders, body: Buffer): Buffer {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return body;
  if (encoding === "gzip") return gunzipSync(body);
  throw refusal(89, "UNKNOWN_COMPRESSION_METHOD", `This server cannot read ${encoding}`);
}

export function wantsGzip(headers: IncomingHttpHeaders, params: URLSearchParams): boolean {
  const asked = params.get("enable_http_compression") === "1";
  return asked && (headerText(headers, "accept-encoding") ?? "").includes("gzip");
}

/** chDB counts the rows of the result only: nothing is known of rows read or written. */
export function summaryOf(result: StatementResult): string {
  return JSON.stringify({
    read_rows: String(result.rows),
    read_bytes: String(result.bytesRead),
    written_rows: "0",
    written_bytes: "0",
    total_rows_to_read: "0",
    result_rows: String(result.rows),
    result_bytes: String(result.bytes.length),
    elapsed_ns: String(Math.round(result.seconds * 1e9)),
  });
}

function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
