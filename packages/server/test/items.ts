import { randomUUID } from "node:crypto";
import { ITEM_TYPES, KINDS, type ItemType } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import type { Person, Send } from "./people.js";

type Body = Record<string, unknown>;

/** What a submission of each kind needs beyond a name. */
const SAMPLES: Readonly<Record<ItemType, Body>> = {
  mcps: {
    category: "developer-tools",
    command: "npx",
    args: ["-y", "@acme/tickets@1.4.0"],
    environment_variables: [{ name: "TICKETS_TOKEN", description: "From your profile" }],
  },
  agents: { model_name: "sonnet-x", prompt: "You review changes." },
  skills: {
    task_type: "code-review",
    delivery_mode: "registry_direct",
    skill_md_content: "---\nname: tidy\ndescription: Tidies code\n---\n\n# Tidy\n\nDo it.\n",
  },
  hooks: { event: "PostToolUse", handler_type: "command", handler_config: { command: "npm run lint" } },
  prompts: { category: "general", template: "Explain {{ topic }} to {{ audience }}." },
  sandboxes: { runtime_type: "docker", image: "docker.io/library/alpine:3.20" },
};

export const submissionOf = (type: ItemType, more: Body = {}): Body => ({
  name: `${KINDS[type].kind}-${randomUUID().slice(0, 8)}`,
  version: "1.0.0",
  description: `A ${KINDS[type].title} for tests`,
  ...SAMPLES[type],
  ...more,
});

export const EVERY_TYPE = ITEM_TYPES.map((type) => ({ type, kind: KINDS[type].kind }));

export interface Shown {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly qualified_name: string;
  readonly version: string;
  readonly status: string;
  readonly digest: string;
  readonly version_id: string;
}

export interface Shelf {
  submit(type: ItemType, by: Person, more?: Body): Promise<Shown>;
  /** Submitted, and approved by someone who may. */
  publish(type: ItemType, by: Person, more?: Body): Promise<Shown>;
  approve(id: string): Promise<LightMyRequestResponse>;
  /** A further version, approved. */
  release(type: ItemType, id: string, by: Person, body: Body): Promise<LightMyRequestResponse>;
}

/** The everyday steps, through the API, each of which must succeed. */
export function stockShelf(send: Send, reviewer: Person): Shelf {
  const shelf: Shelf = {
    async submit(type, by, more) {
      return succeed(await send(`POST /${type}`, { token: by.token, body: submissionOf(type, more) })).json();
    },
    async publish(type, by, more) {
      const item = await shelf.submit(type, by, more);
      await shelf.approve(item.id);
      return succeed(await send(`GET /${type}/${item.id}`, { token: by.token })).json();
    },
    async approve(id) {
      return succeed(await send(`POST /review/${id}/approve`, { token: reviewer.token }));
    },
    async release(type, id, by, body) {
      const released = succeed(await send(`POST /${type}/${id}/versions`, { token: by.token, body }));
      await shelf.approve(id);
      return released;
    },
  };
  return shelf;
}

function succeed(answer: LightMyRequestResponse): LightMyRequestResponse {
  if (answer.statusCode < 300) return answer;
  throw new Error(`${answer.statusCode} ${answer.body}`);
}
