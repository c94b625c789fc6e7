import { foreignHarness, type AgentNotes } from "@tackroom/harness";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import type { Settings } from "../../settings/index.js";
import type { Fields } from "../core/fields.js";
import { countInstalls } from "../stores/download-store.js";
import { keepInstalled } from "../stores/installed-store.js";
import { findItem, notFound } from "../access/find-item.js";
import { requireHarness } from "../access/require-harness.js";
import { installAgent } from "./install-agent.js";
import { installEventOf } from "./install-events.js";
import { chooseVersion, installableOf, type VersionWish } from "./installable-version.js";
import { findAnyItem } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { loadViewer, resolving } from "../stores/viewer-store.js";

export interface InstallDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  /** What others add for an agent to read. */
  readonly notesFor: (agentId: string) => Promise<AgentNotes>;
}

export type InstallRequest = VersionWish & Fields & { readonly harness: string; readonly dry_run?: boolean };

/** `POST /{type}/{id}/install`: the exact configuration of one version for one harness. */
export async function installItem(
  { db, settings, notesFor }: InstallDeps,
  { kind, id, body }: { readonly kind: Kind; readonly id: string; readonly body: InstallRequest },
  { caller, call }: CallContext,
) {
  const harness = requireHarness(body.harness, "body.harness");
  const loaded = await loadViewer(db, caller);
  // Only a request for a specific version can refer to one that its item no longer shows; other requests skip this query.
  const viewer = body.version === undefined ? loaded : resolving(loaded);
  const item = await findItem(db, viewer, kind.kind, id);
  const allowsDrafts = settings.get("security.allow_draft_install");
  const { version, warnings } = await chooseVersion(db, viewer, item, { wish: body, allowsDrafts });
  const installed = { item, version, harness };
  const { installation, components } = kind.install
    ? { installation: kind.install(installableOf(version), harness, body), components: [] }
    : await installAgent(db, resolving(loaded), { ...installed, notes: await notesFor(item.id) }, body);
  if (!body.dry_run) {
    const event = installEventOf(installed, caller.userId);
    await call.act(async (tx) => {
      // Deleted since it was found, it has no content any more.
      if (!(await findAnyItem(tx, viewer, item.id))) throw notFound(kind.kind, id);
      await countInstalls(tx, [event, ...components.map((each) => installEventOf(each, caller.userId, item.id))]);
      // An agent's components come with its versions, so only the agent has updates.
      await keepInstalled(tx, event);
    });
  }
  return {
    listing_id: item.id,
    harness,
    version: version.version,
    version_id: version.id,
    digest: version.digest,
    config_snippet: installation.config_snippet,
    warnings: [...warnings, ...foreignHarness(version.supported_harnesses, harness), ...installation.warnings],
    ...installation.more,
  };
}
