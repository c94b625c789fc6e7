import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clockCheck, redirectCheck, restartCheck } from "./check.js";

describe("the redirect URI", () => {
  test.each([
    "https://tack.example.com/callback",
    "http://localhost:8000/callback",
    "http://127.0.0.1:8000/callback",
    "http://[::1]:8000/callback",
  ])("may be %s", (uri) => {
    expect(redirectCheck(uri)).toMatchObject({ ok: true, detail: expect.stringContaining(uri), remedy: null });
  });

  test.each([
    "http://tack.example.com/callback",
    "http://10.0.0.1/callback",
    "http://localhost.example.com/callback",
    "http://127.0.0.1.example.com/callback",
  ])("may not be %s, which is neither encrypted nor this machine", (uri) => {
    expect(redirectCheck(uri)).toEqual({
      name: "redirect_uri",
      ok: false,
      detail: `${uri} is not encrypted, so providers reject it.`,
      remedy: expect.stringContaining("deployment.frontend_url"),
    });
  });
});

describe("the clock", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z"), toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["Sun, 01 Mar 2026 12:00:00 GMT", 0],
    ["Sun, 01 Mar 2026 11:59:30 GMT", 30],
    ["Sun, 01 Mar 2026 12:00:30 GMT", 30],
  ])("is right when the provider's says %s", (date, seconds) => {
    expect(clockCheck(date)).toMatchObject([{ ok: true, detail: `The clocks differ by ${seconds} s.` }]);
  });

  test.each(["Sun, 01 Mar 2026 11:59:29 GMT", "Sun, 01 Mar 2026 12:00:31 GMT"])(
    "is wrong when the provider's says %s",
    (date) => {
      expect(clockCheck(date)).toMatchObject([
        { name: "clock", ok: false, detail: expect.stringContaining("differ by 31 s"), remedy: expect.any(String) },
      ]);
    },
  );

  test.each([null, undefined, "", "yesterday"])("is not judged by %j", (date) => {
    expect(clockCheck(date)).toEqual([]);
  });
});

test("settings that the running server does not use yet need a restart", () => {
  expect(restartCheck(true)).toMatchObject({ name: "running", ok: true, remedy: null });
  expect(restartCheck(false)).toMatchObject({ name: "running", ok: false, remedy: expect.stringContaining("Restart") });
});
