import type { Random } from "./random.js";

/** Texts that some layer below might take for something else than text. */
export const TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "a\ufeffb",
  "\u202Egnirts\u202C",
  "Ω≈ç√∫˜µ",
  "👩‍👩‍👧‍👦🐎",
  "ﬀ İı ſ ß",
  "e\u0301\u0301\u0301\u0301",
  "' OR '1'='1",
  "'; DROP TABLE user_account; --",
  "%",
  "_%\\%",
  "\\",
  "a & | ! ( ) : * <-> b",
  ":*",
  "!!!&&&",
  "'''",
  "{id:String}",
  "$1 ? :id",
  "${7*7}{{7*7}}",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "%2e%2e%2f",
  "\r\nSet-Cookie: a=b",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "1e400",
  "0x10",
  "9223372036854775808",
  "0000-00-00",
  "999999-12-31",
  "+275760-09-13T00:00:00.001Z",
  "2026-02-30",
  "2026-13-01T25:61:61Z",
  "1970-01-01T00:00:00+99:99",
  "0001-01-01",
  "9999-12-31T23:59:59.999999999Z",
  "2299-12-31T23:59:59.999Z",
  "urn:uuid:00000000-0000-4000-8000-000000000000",
  "00000000-0000-0000-0000-000000000000",
  "{00000000-0000-4000-8000-000000000000}",
  "user@example.com\n",
  "a@b",
  "@",
  "🐎@🐎.🐎",
  "http://[::1",
  "javascript:alert(1)",
  "10/minute",
  "0/minute",
  "x".repeat(300),
  "é".repeat(5000),
];

const HUGE = "x".repeat(1_000_000);

export const rubbishText = (random: Random): string => (random.chance(0.02) ? HUGE : random.pick(TEXTS));

const NUMBERS = [0, -0, -1, 1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -1e308, 5e-324];

/** Any JSON value at all. */
export function rubbish(random: Random, depth = 0): unknown {
  const kinds = depth > 3 ? 4 : 7;
  switch (random.below(kinds)) {
    case 0:
      return random.pick(NUMBERS);
    case 1:
      return random.chance(0.5);
    case 2:
      return null;
    case 3:
      return rubbishText(random);
    case 4:
      return Array.from({ length: random.below(4) }, () => rubbish(random, depth + 1));
    case 5:
      return nested(random.pick([5, 19, 21, 100]));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(TEXTS), rubbish(random, depth + 1)]),
      );
  }
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { value };
  return value;
}

/** Bodies that are no JSON document, or hardly one. */
export const BODIES: readonly (string | Buffer)[] = [
  "",
  " ",
  "{",
  "}",
  "[]",
  "[{}]",
  "null",
  "0",
  '""',
  "nul",
  "NaN",
  '{"a":1,}',
  '{"email":"a","email":"b","password":1}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"a":"\\ud800"}',
  '{"email":"\\u0000","password":"\\u0000","name":"\\u0000"}',
  '{"a":1e999999}',
  "\ufeff{}",
  "a=1&b=2",
  "<a/>",
  "[".repeat(100_000),
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":${index}`).join(",")}}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.alloc(10),
];

export const CONTENT_TYPES: readonly string[] = [
  "application/json",
  "application/json; charset=utf-16",
  "application/json;charset=",
  "APPLICATION/JSON",
  "application/jsonp",
  "application/json, text/plain",
  "application/vnd.api+json",
  "application/x-www-form-urlencoded",
  "text/plain",
  "text/csv",
  "application/octet-stream",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=x",
  `multipart/form-data; boundary=${"x".repeat(100)}`,
  'multipart/mixed; boundary="x"',
  "/",
  ";",
  "",
];

/** Header values as Node hands them on: bytes as Latin-1, no line ends. */
export const HEADERS: Readonly<Record<string, readonly string[]>> = {
  "x-forwarded-for": [
    "",
    ",",
    "unknown",
    "999.1.1.1",
    "::1, 1.2.3.4",
    "fe80::1%eth0",
    "a b",
    "1.2.3.4:80",
    "é",
    "x".repeat(500),
  ],
  "x-forwarded-host": ["evil.example", "a b", ""],
  "x-forwarded-proto": ["https", "javascript", ""],
  forwarded: ["for=_hidden", 'for="[::1]"', "=;="],
  origin: ["null", "", "https://evil.example", "http://localhost:3000", "not a url", "file://"],
  cookie: [
    "tack_refresh=",
    "tack_refresh=%",
    "tack_refresh=x; tack_refresh=y",
    "=",
    ";;;",
    "__proto__=1",
    "é=é",
    "tack_refresh=%ff%00",
  ],
  "x-request-id": ["", "not-a-uuid", "00000000-0000-0000-0000-000000000000", "' --", "x".repeat(500), "é"],
  "user-agent": ["", "é\u00ff", "x".repeat(5000), "<script>"],
  "x-tackroom-client": ["web", "cli", ""],
  "x-tackroom-cli-version": ["", "1.0.0", "é".repeat(100)],
  accept: ["text/html", "application/xml", "*/*;q=", ""],
  "accept-encoding": ["gzip", "identity;q=0", "é"],
  "if-none-match": ["*", '"x"'],
  range: ["bytes=0-1", "bytes=-", "x"],
  host: ["", "evil.example", "a b", "localhost:99999", "[::1"],
  "x-http-method-override": ["DELETE", "GET"],
  "sec-fetch-site": ["cross-site", "x"],
  "content-encoding": ["gzip", "br", "x"],
};
