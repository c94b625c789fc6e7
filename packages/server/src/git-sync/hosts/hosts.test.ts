import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pushA, pushB, releaseA, releaseB } from "../../../test/git/deliveries.js";
import { hostA } from "./host-a.js";
import { hostB } from "./host-b.js";
import type { Payload } from "./host.js";

const raw = Buffer.from('{"a":1}');
const SECRET = "f".repeat(64);
const signed = (secret: string, body: Uint8Array = raw): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

describe("host A", () => {
  test("signs as its documentation says", () => {
    // The example of the host's own documentation.
    const example = {
      raw: Buffer.from("Hello, World!"),
      headers: {
        "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
      },
    };
    expect(hostA.isAuthentic(example, "It's a Secret to Everybody")).toBe(true);
  });

  test.each([
    ["the right signature", { "x-hub-signature-256": signed(SECRET) }, true],
    ["upper-case digits", { "x-hub-signature-256": signed(SECRET).toUpperCase().replace("SHA256", "sha256") }, true],
    ["none", {}, false],
    ["another secret's", { "x-hub-signature-256": signed("other") }, false],
    ["that of another body", { "x-hub-signature-256": signed(SECRET, Buffer.from("{}")) }, false],
    ["the old SHA-1 one", { "x-hub-signature": `sha1=${createHmac("sha1", SECRET).update(raw).digest("hex")}` }, false],
    ["one without its prefix", { "x-hub-signature-256": signed(SECRET).slice(7) }, false],
    ["one that is too short", { "x-hub-signature-256": signed(SECRET).slice(0, -2) }, false],
    ["zeros", { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }, false],
    ["the secret itself, as host B sends it", { "x-gitlab-token": SECRET }, false],
  ])("a delivery with %s", (_what, headers, authentic) => {
    expect(hostA.isAuthentic({ raw, headers }, SECRET)).toBe(authentic);
  });

  const push = pushA({ url: "https://h/a/b.git", sha: "c".repeat(40), message: "feat: x" }) as Payload;
  test("reads a push, a release and a ping", () => {
    expect(hostA.eventOf({ "x-github-event": "push" }, {})).toBe("push");
    expect(hostA.eventOf({ "x-host_a-event": "push" }, {})).toBe("push");
    expect(hostA.read("push", push)).toEqual({
      kind: "push",
      branch: "main",
      defaultBranch: "main",
      message: "feat: x",
      sha: "c".repeat(40),
    });
    expect(hostA.repositories(push)).toEqual(["https://h/a/b.git", "https://h/a/b"]);
    expect(hostA.read("ping", {})).toEqual({ kind: "ping" });
    const release = releaseA({ url: "https://h/a/b.git", tag: "v1.2.3", notes: "Notes" }) as Payload;
    expect(hostA.read("release", release)).toEqual({ kind: "release", tag: "v1.2.3", notes: "Notes" });
    const unnamed = releaseA({ url: "https://h/a/b.git", tag: "v1.2.3" }) as Payload;
    expect(hostA.read("release", unnamed)).toMatchObject({ notes: "Release v1.2.3" });
  });

  test.each([
    ["a tag push", "push", { ref: "refs/tags/v1.0.0" }],
    ["a deleted branch", "push", pushA({ url: "x", sha: "", message: "", deleted: true })],
    ["a draft", "release", { action: "published", release: { draft: true, tag_name: "v1.0.0" } }],
    ["a release that was only created", "release", { action: "created", release: { tag_name: "v1.0.0" } }],
    ["another event", "issues", {}],
    ["no event", "", {}],
    ["a push of nothing", "push", {}],
    ["members of the wrong kind", "push", { ref: 7 }],
  ])("ignores %s", (_what, event, payload) => {
    expect(hostA.read(event, payload as Payload).kind).toBe("other");
  });
});

describe("host B", () => {
  test.each([
    ["the secret", { "x-gitlab-token": SECRET }, true],
    ["the secret in the neutral header", { "x-host_b-token": SECRET }, true],
    ["none", {}, false],
    ["an empty one", { "x-gitlab-token": "" }, false],
    ["another secret", { "x-gitlab-token": "e".repeat(64) }, false],
    ["a longer one", { "x-gitlab-token": `${SECRET}f` }, false],
    ["a signature, as host A sends it", { "x-hub-signature-256": signed(SECRET) }, false],
  ])("a delivery with %s", (_what, headers, authentic) => {
    expect(hostB.isAuthentic({ raw, headers }, SECRET)).toBe(authentic);
  });

  test("reads a push and a release, named by its header or by the body", () => {
    const push = pushB({ url: "https://h/a/b.git", sha: "c".repeat(40), message: "feat: x" }) as Payload;
    expect(hostB.eventOf({ "x-gitlab-event": "Push Hook" }, push)).toBe("Push Hook");
    expect(hostB.eventOf({ "x-host_b-event": "Push Hook" }, push)).toBe("Push Hook");
    expect(hostB.eventOf({}, push)).toBe("push");
    for (const event of ["Push Hook", "push"]) {
      expect(hostB.read(event, push)).toMatchObject({
        kind: "push",
        branch: "main",
        message: "feat: x",
        sha: "c".repeat(40),
      });
    }
    expect(hostB.repositories(push)).toContain("https://h/a/b.git");
    const release = releaseB({ url: "https://h/a/b.git", tag: "v1.2.3", notes: "Notes" }) as Payload;
    expect(hostB.read("Release Hook", release)).toEqual({ kind: "release", tag: "v1.2.3", notes: "Notes" });
  });

  test("the message is that of the commit that was checked out, else of the last one", () => {
    const commits = [
      { id: "a", message: "one" },
      { id: "b", message: "two" },
      { id: "c", message: "three" },
    ];
    const push = { ref: "refs/heads/main", after: "c", commits };
    expect(hostB.read("push", { ...push, checkout_sha: "b" })).toMatchObject({ message: "two", sha: "b" });
    expect(hostB.read("push", push)).toMatchObject({ message: "three", sha: "c" });
    expect(hostB.read("push", { ...push, after: "z" })).toMatchObject({ message: "three", sha: "z" });
  });

  test.each([
    ["a tag push", "Tag Push Hook", { ref: "refs/tags/v1.0.0" }],
    ["a deleted branch", "Push Hook", pushB({ url: "x", sha: "", message: "", deleted: true })],
    ["a push without commits", "Push Hook", { ref: "refs/heads/main", after: "a" }],
    ["an updated release", "Release Hook", { action: "update", tag: "v1.0.0" }],
    ["another event", "Pipeline Hook", {}],
    ["a name that every object has", "constructor", {}],
  ])("ignores %s", (_what, event, payload) => {
    expect(hostB.read(event, payload as Payload).kind).toBe("other");
  });
});
