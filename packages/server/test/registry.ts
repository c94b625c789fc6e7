import { randomUUID } from "node:crypto";
import { KINDS, type ItemType } from "@tackroom/contract";
import { findNewest, holdContent, lockItem, loadViewer, publishVersion } from "../src/registry/index.js";
import { createSend, type Person } from "./people.js";
import type { TestServer } from "./server.js";

/** What a submission needs beyond a name, for the kinds that tests publish so. */
const SAMPLES: Partial<Record<ItemType, object>> = {
  mcps: { category: "developer-tools", command: "npx", args: ["-y", "@acme/tickets@1.4.0"] },
  agents: { model_name: "sonnet-x", prompt: "You review changes." },
  prompts: { category: "general", template: "Explain {{ topic }}." },
};

export interface PublishedItem {
  readonly id: string;
  readonly name: string;
  readonly qualified_name: string;
}

/** Submitted through the API, and approved as a review does it. */
export async function publishItem(
  server: TestServer,
  type: ItemType,
  by: Person,
  more: object = {},
): Promise<PublishedItem> {
  const name = `${KINDS[type].kind}-${randomUUID().slice(0, 8)}`;
  const body = { name, version: "1.0.0", description: "For tests", ...SAMPLES[type], ...more };
  const submitted = await createSend(server)(`POST /${type}`, { token: by.token, body });
  if (submitted.statusCode !== 201) throw new Error(submitted.body);
  const shown = submitted.json<PublishedItem>();
  await server.platform.relational.transaction(async (tx) => {
    const viewer = await loadViewer(tx, { userId: by.user.id, role: "admin", notePrivilegedRead: () => undefined });
    const item = await lockItem(tx, viewer, shown.id);
    const version = await findNewest(tx, shown.id, ["pending"]);
    if (!item || !version) throw new Error(`${shown.name} is not there`);
    const content = await holdContent(tx, viewer, { item, version });
    await publishVersion(tx, async () => "statement", { item, version, viewer, by: by.user.id }, content);
  });
  return shown;
}
