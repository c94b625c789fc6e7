import { createHash, timingSafeEqual } from "node:crypto";
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

const PROJECT_ADDRESSES = ["web_url", "git_http_url", "git_ssh_url", "http_url", "ssh_url"];
const REPOSITORY_ADDRESSES = ["homepage", "git_http_url", "git_ssh_url", "url"];

/** What its header calls an event, and what the body does. */
const EVENTS: Readonly<Record<string, "push" | "tag_push" | "release">> = {
  "Push Hook": "push",
  "Tag Push Hook": "tag_push",
  "Release Hook": "release",
  push: "push",
  tag_push: "tag_push",
  release: "release",
};

/** Sends the secret itself with each delivery. */
export const hostB: Host = {
  provider: "host_b",
  isAuthentic({ headers }, secret) {
    const given = headerOf(headers, "x-gitlab-token", "x-host_b-token");
    // Of equal length, whatever was sent: comparing them takes the same time.
    return timingSafeEqual(digestOf(given), digestOf(secret));
  },
  eventOf: (headers, payload) =>
    headerOf(headers, "x-gitlab-event", "x-host_b-event") || (textAt(payload, "object_kind") ?? ""),
  repositories: (payload) => [
    ...textsAt(payload, "project", PROJECT_ADDRESSES),
    ...textsAt(payload, "repository", REPOSITORY_ADDRESSES),
  ],
  read(event, payload) {
    switch (EVENTS[event]) {
      case "push":
        return readPush(payload);
      case "release":
        return readRelease(payload);
      case "tag_push":
        return { kind: "other", reason: "A tag alone is not synced. Create a release from it." };
      default:
        return unknownEvent(event);
    }
  },
};

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

const NO_COMMIT = "0".repeat(40);

function readPush(payload: Payload): HostEvent {
  const branch = branchOf(textAt(payload, "ref"));
  if (branch === undefined) return NOT_A_BRANCH;
  const after = textAt(payload, "after");
  const checkout = textAt(payload, "checkout_sha");
  const commits = memberOf(payload, "commits");
  const listed: readonly unknown[] = Array.isArray(commits) ? commits : [];
  if (after === NO_COMMIT || (checkout === undefined && listed.length === 0)) return BRANCH_DELETED;
  const sha = checkout ?? after ?? null;
  const head = listed.find((commit) => textAt(commit, "id") === sha) ?? listed.at(-1);
  return {
    kind: "push",
    branch,
    defaultBranch: textAt(payload, "project", "default_branch"),
    message: textAt(head, "message") ?? null,
    sha,
  };
}

function readRelease(payload: Payload): HostEvent {
  if (textAt(payload, "action") !== "create") {
    return { kind: "other", reason: "Releases are synced when they are created." };
  }
  return {
    kind: "release",
    tag: textAt(payload, "tag") ?? "",
    notes: textAt(payload, "description") ?? textAt(payload, "name") ?? null,
  };
}
