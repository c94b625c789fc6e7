import { pathValue, sample, sampleBody, spoil, type Known, type Operation } from "./operations.js";
import type { Random } from "./random.js";
import { BODIES, CONTENT_TYPES, HEADERS, rubbishText, TEXTS } from "./rubbish.js";

export interface FuzzRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string | Buffer | undefined;
}

/** One request to this operation with at least one thing about it that is not as it should be. */
export function makeRequest(operation: Operation, random: Random, known: Known): FuzzRequest {
  const wrong =
    operation.takesUpload && random.chance(0.5)
      ? "upload"
      : random.pick(["path", "query", "body", "body", "body", "raw body", "type", "headers", "upload"] as const);
  const url = `${pathOf(operation, random, known, wrong === "path")}${queryOf(operation, random, known, wrong === "query")}`;
  const headers = wrong === "headers" || random.chance(0.2) ? oddHeaders(random) : {};
  const { type, payload } = bodyOf(operation, random, known, wrong);
  return {
    method: operation.method,
    url,
    headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) },
    payload,
  };
}

/** Percent-encodings that are none, or that stand for what no path should hold. */
const RAW_SEGMENTS = [
  "%00",
  "urn:uuid:00000000-0000-4000-8000-000000000000",
  "%zz",
  "%",
  "%ff%fe",
  "%c3%28",
  "%ed%a0%80",
  "..",
  "%2e%2e",
  "%2f",
  "%252e",
  ";a=b",
  "*",
  ":id",
  "x".repeat(1500),
];

function pathOf(operation: Operation, random: Random, known: Known, isWrong: boolean): string {
  const { path } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (isWrong) return random.chance(0.5) ? random.pick(RAW_SEGMENTS) : encoded(rubbishText(random)).slice(0, 3000);
    return encodeURIComponent(pathValue(name, operation, random, known));
  });
  return isWrong && !path.includes("{")
    ? random.pick([`${filled}/`, `/${filled}`, `${filled}%00`, `${filled}/..`])
    : filled;
}

/** As a browser would write it; a lone surrogate has no such form. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function queryOf({ query }: Operation, random: Random, known: Known, isWrong: boolean): string {
  if (!isWrong) return "";
  const pairs = query.flatMap(({ name, schema }) => {
    if (random.chance(0.4)) return [];
    const value = random.chance(0.5) ? String(sample(schema, random, known)) : rubbishText(random).slice(0, 3000);
    const pair = `${name}=${encoded(value)}`;
    return random.chance(0.15) ? [pair, `${name}=${encoded(random.pick(TEXTS))}`] : [pair];
  });
  const odd = [
    "limit=1&limit=2",
    "limit[]=1",
    "a[__proto__]=1",
    "__proto__=1",
    "%00=%00",
    "=%",
    "%ff=%ff",
    "&&&",
    "limit=1e3",
    "offset=-0",
    "offset=9999999999999999999",
    "start_date=%2B275760-09-13T00:00:00Z",
    "end_date=0000-00-00",
    "format=xml",
    "access_token=x",
  ];
  return `?${[...pairs, ...(random.chance(0.5) ? [random.pick(odd)] : [])].join("&")}`;
}

function oddHeaders(random: Random): Record<string, string> {
  const names = Object.keys(HEADERS);
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(3) }, () => {
      const name = random.pick(names);
      return [name, random.pick(HEADERS[name] ?? [""])];
    }),
  );
}

interface Body {
  readonly type: string | undefined;
  readonly payload: string | Buffer | undefined;
}

function bodyOf(operation: Operation, random: Random, known: Known, wrong: string): Body {
  if (operation.method === "GET" && random.chance(0.8)) return { type: undefined, payload: undefined };
  if (wrong === "upload" && (operation.takesUpload || random.chance(0.2))) return upload(random, known);
  if (wrong === "raw body") return { type: "application/json", payload: random.pick(BODIES) };
  const good = sampleBody(operation, random, known);
  if (wrong === "type") {
    return {
      type: random.pick([...CONTENT_TYPES, undefined]),
      payload: random.pick([JSON.stringify(good), "", undefined]),
    };
  }
  const value = wrong === "body" || wrong === "upload" ? spoil(good, random) : good;
  return { type: "application/json", payload: JSON.stringify(value) };
}

const FILES = [
  "",
  "email,department",
  "email,department\n",
  "department;email\n1;2",
  '"email","department\n"unclosed',
  'email,department\n"a""b,c\r\n,,,,,\r\r\n',
  `email,department\n${"x@y.z,d\n".repeat(20_000)}`,
  "\ufeffemail,department\na@b,\u0000",
  `email,department\n${"x".repeat(100_000)}`,
  "email,email,department\na,b,c",
  "__proto__,constructor\n1,2",
];

/** A form with a file, whole or broken at some place. */
function upload(random: Random, { emails }: Known): Body {
  const content = random.chance(0.3)
    ? `email,department\n${random.pick(emails)},${random.pick(TEXTS)}`
    : random.pick(FILES);
  const head = random.pick([
    'Content-Disposition: form-data; name="file"; filename="a.csv"',
    'Content-Disposition: form-data; name="__proto__"; filename="../../a.csv"',
    'Content-Disposition: form-data; name="entries"',
    "Content-Disposition: form-data",
    "X: y",
    'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Transfer-Encoding: base64',
  ]);
  const part = `--b\r\n${head}\r\n\r\n`;
  const end = random.pick(["\r\n--b--\r\n", "\r\n--b", "", "\r\n--b\r\n", "\r\n--c--\r\n"]);
  const parts = random.chance(0.1) ? part.repeat(30) : part;
  const bytes = random.chance(0.1) ? Buffer.from([0xff, 0xfe, 0xc3, 0x28]) : Buffer.from(content);
  return {
    type: random.pick([
      "multipart/form-data; boundary=b",
      "multipart/form-data; boundary=b",
      'multipart/form-data; boundary="b"; boundary=c',
      "multipart/form-data",
    ]),
    payload: Buffer.concat([Buffer.from(parts), bytes, Buffer.from(end)]),
  };
}
