import { createHmac, timingSafeEqual } from "node:crypto";
import {
  branchOf,
  BRANCH_DELETED,
  headerOf,
  memberOf,
  NOT_A_BRANCH,
  textAt,
  textsAt,
  unknownEvent,
  type Host,
  type HostEvent,
  type Payload,
} from "./host.js";

const ADDRESSES = ["clone_url", "html_url", "ssh_url", "git_url"];

/** Signs each delivery with the secret, over the bytes of the body. */
export const hostA: Host = {
  provider: "host_a",
  isAuthentic({ raw, headers }, secret) {
    const expected = createHmac("sha256", secret).update(raw).digest();
    const [, hex = ""] = /^sha256=([0-9a-f]{64})$/i.exec(headerOf(headers, "x-hub-signature-256")) ?? [];
    const given = Buffer.from(hex.padEnd(64, "0"), "hex");
    return timingSafeEqual(given, expected) && hex !== "";
  },
  eventOf: (headers) => headerOf(headers, "x-github-event", "x-host_a-event"),
  repositories: (payload) => textsAt(payload, "repository", ADDRESSES),
  read(event, payload) {
    if (event === "ping") return { kind: "ping" };
    if (event === "push") return readPush(payload);
    return event === "release" ? readRelease(payload) : unknownEvent(event);
  },
};

function readPush(payload: Payload): HostEvent {
  const branch = branchOf(textAt(payload, "ref"));
  if (branch === undefined) return NOT_A_BRANCH;
  if (memberOf(payload, "deleted") === true) return BRANCH_DELETED;
  return {
    kind: "push",
    branch,
    defaultBranch: textAt(payload, "repository", "default_branch"),
    message: textAt(payload, "head_commit", "message") ?? null,
    sha: textAt(payload, "head_commit", "id") ?? textAt(payload, "after") ?? null,
  };
}

function readRelease(payload: Payload): HostEvent {
  const action = textAt(payload, "action");
  if (action !== "published") return { kind: "other", reason: `Releases are synced when they are published.` };
  if (memberOf(payload, "release", "draft") === true) return { kind: "other", reason: "The release is a draft." };
  return {
    kind: "release",
    tag: textAt(payload, "release", "tag_name") ?? "",
    notes: textAt(payload, "release", "body") ?? textAt(payload, "release", "name") ?? null,
  };
}
