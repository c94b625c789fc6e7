import { readFileSync } from "node:fs";
import type { User } from "@tackroom/contract";
import type { Tx } from "../../platform/relational/tx.js";
import { kindOf } from "../kinds/index.js";
import { lockItem } from "../stores/item-store.js";
import { findVersion } from "../stores/version-store.js";
import { loadViewer } from "../stores/viewer-store.js";
import { release, type Attest } from "../versions/publish-version.js";
import { settledContent } from "../versions/settled-content.js";
import { createItem } from "./create-item.js";
import { splitPayload } from "./submission.js";

const SKILL_FILE = new URL("../../../assets/starter-skill/SKILL.md", import.meta.url);

/** What a server that nobody has used yet gets with its first admin, unless the operator wants it empty. */
export function furnishing(isWanted: boolean, attest: Attest) {
  if (!isWanted) return {};
  return {
    furnish: async (tx: Tx, admin: FirstAdmin) => ({ starter_skill: await addStarterSkill(tx, attest, admin) }),
  };
}

type FirstAdmin = Pick<User, "id" | "username" | "role">;

/**
 * The first item of a new server: a skill that teaches agents to use the registry. It belongs to the first admin, who can
 * change, archive or delete it like anything else of theirs. Returns its name.
 */
async function addStarterSkill(tx: Tx, attest: Attest, admin: FirstAdmin): Promise<string> {
  const viewer = await loadViewer(tx, { userId: admin.id, role: admin.role, notePrivilegedRead: () => undefined });
  const kind = kindOf("skill");
  const submission = splitPayload(kind, {
    version: "1.0.0",
    task_type: "general",
    delivery_mode: "registry_direct",
    skill_md_content: readFileSync(SKILL_FILE, "utf8"),
  });
  const { username } = admin;
  const place = { namespace: username, team_id: null, visibility: "public", owner: username } as const;
  const id = await createItem(tx, viewer, { kind, place, submission, status: "pending" });
  const item = await lockItem(tx, viewer, id);
  const version = item && (await findVersion(tx, id, submission.version));
  if (!version) throw new Error("the starter skill is not there");
  const content = await settledContent(tx, viewer, { item, version });
  await release(tx, attest, { item, version, viewer, by: admin.id }, content);
  return `${item.namespace}/${item.slug}`;
}
