import { describe, expect, test } from "vitest";
import { serverJson } from "./server-json.js";
import { packageOf } from "./server-packages.js";
import { readServerName, searchWithoutPublisher, serverName } from "./server-name.js";
import { shortText } from "./short-text.js";

const npx = (...args: string[]) => packageOf({ command: "npx", args, image: undefined });
const uvx = (...args: string[]) => packageOf({ command: "uvx", args, image: undefined });
const docker = (...args: string[]) => packageOf({ command: "docker", args, image: undefined });
const stdio = { transport: { type: "stdio" } };

describe("a command is told as a package only if it names one in an exact version", () => {
  test("of npm", () => {
    expect(npx("-y", "@acme/tickets@1.4.0", "--port", "1")).toEqual({
      registryType: "npm",
      identifier: "@acme/tickets",
      version: "1.4.0",
      runtimeHint: "npx",
      runtimeArguments: [{ type: "positional", value: "-y" }],
      packageArguments: [
        { type: "positional", value: "--port" },
        { type: "positional", value: "1" },
      ],
      ...stdio,
    });
    for (const name of ["@acme/tickets", "tickets@latest", "tickets@^1.0.0", "tickets@1", "./tickets", "tickets@1.x"]) {
      expect([name, npx("-y", name)]).toEqual([name, undefined]);
    }
    expect(npx("--package", "tickets@1.0.0", "other")).toBeUndefined();
  });

  test("of PyPI", () => {
    expect(uvx("acme-tickets==1.4", "serve")).toMatchObject({ registryType: "pypi", version: "1.4" });
    expect(uvx("acme-tickets@1.4.0rc1")).toMatchObject({ identifier: "acme-tickets", version: "1.4.0rc1" });
    expect(uvx("--from", "acme_tickets==1.4.0", "acme-tickets")).toMatchObject({ identifier: "acme_tickets" });
    for (const args of [["acme"], ["acme@latest"], ["acme>=1"], ["--from", "acme==1.0", "other"]]) {
      expect([args, uvx(...args)]).toEqual([args, undefined]);
    }
  });

  test("of an image", () => {
    const digest = `acme/tickets@sha256:${"a".repeat(64)}`;
    expect(docker("run", "-i", "--rm", "-e", "TOKEN", "acme/tickets:1.4", "serve")).toEqual({
      registryType: "oci",
      identifier: "acme/tickets:1.4",
      runtimeHint: "docker",
      packageArguments: [{ type: "positional", value: "serve" }],
      ...stdio,
    });
    expect(docker("run", "-v", "/a:/b", digest)).toMatchObject({ identifier: digest });
    expect(packageOf({ command: undefined, args: [], image: "acme/tickets:2" })).toMatchObject({ registryType: "oci" });
    for (const image of ["acme/tickets", "acme/tickets:latest", "localhost:5000/acme/tickets"]) {
      expect([image, docker("run", "-i", image)]).toEqual([image, undefined]);
    }
    expect(packageOf({ command: "/usr/bin/tickets", args: [], image: "acme/tickets:1" })).toBeUndefined();
  });
});

describe("a name", () => {
  const [ada, domain] = [{ namespace: "ada.l", slug: "git-hub_tools" }, "tack.example.com"];

  test("is the reversed domain, and leads back to its item", () => {
    expect(serverName(domain, ada)).toBe("com.example.tack/ada.l.git-hub_tools");
    expect(readServerName(serverName(domain, ada), [domain])).toEqual(ada);
    expect(readServerName("local.tackroom/ada.l.git-hub_tools", [domain, "tackroom.local"])).toEqual(ada);
    for (const other of [
      "com.other/ada.x",
      "ada.x",
      "com.example.tack/x",
      "com.example.tack/a.b/c",
      "com.example.tack/a.",
    ]) {
      expect([other, readServerName(other, [domain])]).toEqual([other, undefined]);
    }
    expect(searchWithoutPublisher("com.example.tack/ada", [domain])).toBe("ada");
  });

  test("is never too long, whatever the domain", () => {
    const long = `${"label-of-thirty-characters-here.".repeat(7)}example`;
    const name = serverName(long, { namespace: "n".repeat(32), slug: "s".repeat(64) });
    expect(name.length).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(readServerName(name, [long])).toBeDefined();
  });
});

test("a description is cut between words, in one line, and never within a character", () => {
  expect(shortText("Short\n and sweet ", 100)).toBe("Short and sweet");
  const cut = shortText("word ".repeat(50), 100);
  expect(cut).toMatch(/word…$/);
  expect(cut.length).toBeLessThanOrEqual(100);
  expect(shortText("😀".repeat(80), 100)).toMatch(/^(😀)+…$/u);
  expect(shortText("x".repeat(300), 100)).toHaveLength(100);
});

test("a server at an address is a remote with its headers, and its secrets are marked", () => {
  const fields = {
    url: "https://mcp.example.com/mcp",
    transport: "streamable-http",
    headers: [{ name: "Authorization", description: "Bearer", required: true }],
    git_url: "https://github.com/acme/tickets.git",
  };
  const version = { version: "1.0.0", name: "Tickets", description: "", digest: "sha256:1", fields };
  const described = serverJson("example.com", { item: { id: "1", namespace: "ada", slug: "tickets" }, version });
  expect(described).toMatchObject({
    name: "com.example/ada.tickets",
    description: "Tickets",
    repository: { url: "https://github.com/acme/tickets.git", source: "github" },
    remotes: [{ type: "streamable-http", headers: [{ name: "Authorization", isRequired: true, isSecret: true }] }],
  });
  expect(described.packages).toBeUndefined();
});
