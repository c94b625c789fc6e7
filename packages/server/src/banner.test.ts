import { expect, test } from "vitest";
import { banner, describeStart, type StartInfo } from "./banner.js";
import { Secret } from "./platform/config/index.js";

const started = (config: Partial<StartInfo["config"]>, needsAdmin = true): ReturnType<typeof describeStart> =>
  describeStart({
    config: {
      host: "127.0.0.1",
      dataDir: "/data",
      role: "all",
      frontendUrl: "https://tack.example.com",
      bootstrapToken: null,
      ...config,
    },
    port: 8000,
    engines: ["PGlite"],
    needsAdmin,
    seconds: 1,
  });

test("warns in one line while anyone who comes through a proxy could become the first admin", () => {
  const facts = started({});
  expect(facts.warning).toMatch(/^[^\n]*BOOTSTRAP_TOKEN[^\n]*https:\/\/tack\.example\.com[^\n]*$/);
  expect(banner(facts)).toContain(facts.warning);
});

const QUIET: readonly [when: string, facts: ReturnType<typeof started>][] = [
  ["there is an admin", started({}, false)],
  ["a token is set", started({ bootstrapToken: new Secret("x") })],
  ["people open localhost", started({ frontendUrl: "http://localhost:8000" })],
  ["people open 127.0.0.1", started({ frontendUrl: "http://127.0.0.1:8000" })],
  ["people open [::1]", started({ frontendUrl: "http://[::1]:8000" })],
];

test.each(QUIET)("says nothing of the kind when %s", (_when, facts) => {
  expect(facts.warning).toBeUndefined();
  expect(banner(facts)).not.toContain("WARNING");
});

test("shows how to create the first admin with the token, and never the token itself", () => {
  const { first_admin: command } = started({ bootstrapToken: new Secret("s3cret") });
  expect(command).toContain('x-bootstrap-token: $BOOTSTRAP_TOKEN"');
  expect(command).not.toContain("s3cret");
});
