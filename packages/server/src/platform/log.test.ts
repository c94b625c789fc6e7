import { expect, test } from "vitest";
import { recordedLog } from "../../test/quiet-log.js";
import { hideSecrets } from "./log.js";
import { requestContext } from "./request-context.js";

test.each([
  ["an API key", "key tack_live_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG used", "key tack_live_[secret] used"],
  ["a JWT", "got eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0abc.c2lnbmF0dXJl!", "got [token]!"],
  ["a bearer header", "authorization: Bearer abcdef123456", "authorization: Bearer [secret]"],
  ["a password in a URL", "postgres://tack:hunter2@db:5432/t", "postgres://tack:[secret]@db:5432/t"],
  [
    "nothing in an ordinary line",
    "GET /api/v1/health 200 http://localhost:8000",
    "GET /api/v1/health 200 http://localhost:8000",
  ],
])("hides %s", (_what, line, shown) => {
  expect(hideSecrets(line)).toBe(shown);
});

test("hides what a driver's error quotes, however deep", () => {
  const { log, lines } = recordedLog();
  log.error({ err: new Error("outer", { cause: new Error("cannot reach redis://:hunter2@cache:6379") }) }, "oh no");
  expect(JSON.stringify(lines)).toContain("oh no");
  expect(JSON.stringify(lines)).not.toContain("hunter2");
});

test("leaves out what a driver hangs on its errors", () => {
  const { log, lines } = recordedLog();
  log.error({ err: Object.assign(new Error("lost"), { code: "ECONNRESET", client: { password: "hunter2" } }) }, "x");
  expect(lines[0]?.["err"]).toMatchObject({ type: "Error", message: "lost", code: "ECONNRESET" });
  expect(JSON.stringify(lines)).not.toContain("hunter2");
});

test("puts the request id on every line that is written while the request is handled", () => {
  const { log, lines } = recordedLog();
  log.info("before");
  requestContext.run({ requestId: "0b6f" }, () => log.info("during"));
  expect(lines.map((line) => [line["msg"], line["request_id"]])).toEqual([
    ["before", undefined],
    ["during", "0b6f"],
  ]);
});
