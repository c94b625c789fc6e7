import { createHmac } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import type { TestServer } from "../server.js";

export interface Webhook {
  readonly webhook_url: string;
  readonly secret: string;
}

export interface Happened {
  readonly event: string;
  readonly payload: object;
}

export interface DeliveryOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the JSON of the payload. */
  readonly raw?: string | Buffer;
  readonly ip?: string;
}

const pathOf = ({ webhook_url }: Webhook): string => new URL(webhook_url).pathname;

/** What host A sends with a body: it signs the bytes. */
export function headersOfA({ secret }: Pick<Webhook, "secret">, event: string, raw: string | Buffer) {
  return {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/044aadd",
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-github-event": event,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`,
  };
}

export function deliverA(
  { app }: Pick<TestServer, "app">,
  hook: Webhook,
  { event, payload }: Happened,
  { headers = {}, raw = JSON.stringify(payload), ip = "192.0.2.1" }: DeliveryOptions = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: "POST",
    url: pathOf(hook),
    remoteAddress: ip,
    headers: { ...headersOfA(hook, event, raw), ...headers },
    payload: raw,
  });
}

/** As host B sends it: JSON, with the secret in a header. */
export function deliverB(
  { app }: Pick<TestServer, "app">,
  hook: Webhook,
  { event, payload }: Happened,
  { headers = {}, raw = JSON.stringify(payload), ip = "192.0.2.2" }: DeliveryOptions = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: "POST",
    url: pathOf(hook),
    remoteAddress: ip,
    headers: {
      "content-type": "application/json",
      "user-agent": "GitLab/17.5.1",
      "x-gitlab-event": event,
      "x-gitlab-token": hook.secret,
      ...headers,
    },
    payload: raw,
  });
}

export interface Pushed {
  readonly url: string;
  readonly branch?: string;
  readonly sha: string;
  readonly message: string;
  readonly deleted?: boolean;
}

const ZEROS = "0".repeat(40);

export const pushA = ({ url, branch = "main", sha, message, deleted = false }: Pushed): object => ({
  ref: `refs/heads/${branch}`,
  before: ZEROS,
  after: deleted ? ZEROS : sha,
  created: false,
  deleted,
  forced: false,
  head_commit: deleted ? null : { id: sha, message, author: { name: "Ada" } },
  commits: deleted ? [] : [{ id: sha, message }],
  repository: {
    full_name: "acme/tickets",
    clone_url: url,
    html_url: url.replace(/\.git$/, ""),
    default_branch: "main",
  },
});

export const releaseA = (
  of: { readonly url: string; readonly tag: string; readonly notes?: string },
  more = {},
): object => ({
  action: "published",
  release: { tag_name: of.tag, name: `Release ${of.tag}`, body: of.notes ?? null, draft: false, prerelease: false },
  repository: { clone_url: of.url, default_branch: "main" },
  ...more,
});

export const pushB = ({ url, branch = "main", sha, message, deleted = false }: Pushed): object => ({
  object_kind: "push",
  event_name: "push",
  ref: `refs/heads/${branch}`,
  before: ZEROS,
  after: deleted ? ZEROS : sha,
  checkout_sha: deleted ? null : sha,
  project: { web_url: url.replace(/\.git$/, ""), git_http_url: url, default_branch: "main" },
  repository: { homepage: url.replace(/\.git$/, ""), git_http_url: url },
  commits: deleted ? [] : [{ id: sha, message }],
});

export const releaseB = (of: { readonly url: string; readonly tag: string; readonly notes?: string }): object => ({
  object_kind: "release",
  action: "create",
  tag: of.tag,
  name: `Release ${of.tag}`,
  description: of.notes ?? "",
  project: { web_url: of.url.replace(/\.git$/, ""), git_http_url: of.url },
});
