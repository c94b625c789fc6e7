import { expect, test } from "vitest";
import { kindOfFailure, type FailureKind } from "./kind-of-failure.js";

const REASON = "The requested URL returned error:";

test.each<[string, string, FailureKind]>([
  ["https://a.example/x.git", `fatal: unable to access 'https://a.example/x.git/': ${REASON} 403\n`, "no access"],
  ["https://a.example/x.git", "fatal: repository 'https://a.example/x.git/' not found\n", "no access"],
  ["https://a.example/x.git", "error: RPC failed; HTTP 404 curl 22 ...\nfatal: error reading section\n", "no access"],
  ["https://a.example/x.git", "error: RPC failed; HTTP 307 curl 22 ...\n", "redirected"],
  ["https://a.example/x.git", "fatal: couldn't find remote ref refs/heads/404\n", "absent ref"],
  ["https://a.example/x.git", "error: object 1234: hasDotdot: contains '..'\nfatal: fsck error\n", "damaged"],
  ["https://a.example/404.git", `fatal: unable to access 'https://a.example/404.git/': ${REASON} 502\n`, "connection"],
  ["https://a.example/redirect.git", "error: RPC failed; HTTP 500 curl 22 ...\n", "connection"],
  [
    "https://a.example/hasDot.git",
    `fatal: unable to access 'https://a.example/hasDot.git/': ${REASON} 503\n`,
    "connection",
  ],
  [
    "https://redirect.example/x.git",
    "Failed to connect to redirect.example port 40412: Connection refused\n",
    "connection",
  ],
  ["https://a.example/x.git", "remote: redirect to HTTP 404\nfatal: early EOF\n", "connection"],
])("%s: %s", (url, stderr, kind) => {
  expect(kindOfFailure(stderr, url)).toBe(kind);
});
