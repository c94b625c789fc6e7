import { describe, expect, test } from "vitest";
import { normaliseServer } from "./config.js";
import { isPlainOverNetwork } from "./server-address.js";
import { testMachine } from "./testing/run-tack.js";

describe("the address of a server", () => {
  test.each([
    ["registry.example.com", "https://registry.example.com"],
    ["registry.example.com:8443/tack/", "https://registry.example.com:8443/tack"],
    ["10.0.0.7:8000", "https://10.0.0.7:8000"],
    ["[2001:db8::1]:8000", "https://[2001:db8::1]:8000"],
    ["REGISTRY", "https://registry"],
    ["localhost.example.com", "https://localhost.example.com"],
    ["127.0.0.1.example.com", "https://127.0.0.1.example.com"],
    ["localhost", "http://localhost"],
    ["localhost:8000", "http://localhost:8000"],
    ["LOCALHOST:8000", "http://localhost:8000"],
    ["dev.localhost:8000", "http://dev.localhost:8000"],
    ["127.0.0.1", "http://127.0.0.1"],
    ["127.1:8000", "http://127.0.0.1:8000"],
    ["[::1]", "http://[::1]"],
    ["[0:0:0:0:0:0:0:1]:8000", "http://[::1]:8000"],
    ["http://registry.example.com", "http://registry.example.com"],
    ["https://localhost:8000/", "https://localhost:8000"],
  ])("%s means %s", (given, expected) => {
    expect(normaliseServer(given)).toBe(expected);
  });

  test.each(["ftp://example.com", "https://ada:secret@example.com", "https://example.com?x=1", "https://", "a b"])(
    "%s is refused",
    (given) => expect(() => normaliseServer(given)).toThrow(expect.objectContaining({ category: "usage" })),
  );

  test.each([
    ["http://registry.example.com", true],
    ["http://10.0.0.7:8000", true],
    ["https://registry.example.com", false],
    ["http://localhost:8000", false],
    ["http://[::1]:8000", false],
  ])("credentials for %s travel in clear over a network: %s", (server, expected) => {
    expect(isPlainOverNetwork(server)).toBe(expected);
  });
});

test("tack login warns once about http:// to another machine, before anything is sent", async () => {
  const { stderr } = await testMachine("").run(
    "login --server http://registry.invalid --email ada@example.com --password x",
  );
  expect(stderr.match(/is not encrypted/g)).toHaveLength(1);
  const local = await testMachine("").run("login --server 127.0.0.1:9 --email ada@example.com --password x");
  expect(local.stderr).not.toContain("without encryption");
});
