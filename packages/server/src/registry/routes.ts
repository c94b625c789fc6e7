import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { acceptTransfer } from "./items/accept-transfer.js";
import { getLock } from "./agents/agent-lock.js";
import { analyzeMcp, type AnalyzeDeps } from "./submissions/analyze-mcp.js";
import { archiveItem, unarchiveItem } from "./items/archive-item.js";
import { addCoAuthor, listCoAuthors, removeCoAuthor } from "./items/co-authors.js";
import { createDraft } from "./submissions/create-draft.js";
import { declineTransfer } from "./items/decline-transfer.js";
import { deleteItem } from "./items/delete-item.js";
import { diffVersions } from "./versions/diff-versions.js";
import { cancelEdit, startEdit } from "./access/edit-lock.js";
import { getAttestation } from "./versions/get-attestation.js";
import { forgetInstall } from "./installs/forget-install.js";
import { getItemMetrics, type MetricsDeps } from "./installs/get-item-metrics.js";
import { getItem } from "./items/get-item.js";
import { importItems, planImport } from "./submissions/import-items.js";
import { installItem, type InstallDeps } from "./installs/install-item.js";
import { ALL_KINDS, type Kind } from "./kinds/index.js";
import { listAllItems } from "./items/list-all-items.js";
import { listItems, listMyItems, type ListDeps } from "./items/list-items.js";
import { listImportedItems, listMyImports } from "./submissions/list-my-imports.js";
import { listMySubmissions } from "./items/list-my-submissions.js";
import { listMyUpdates } from "./installs/list-my-updates.js";
import { listRegistry } from "./items/list-registry.js";
import { listTransfers } from "./items/list-transfers.js";
import { getVersion, listVersions } from "./versions/list-versions.js";
import { releaseVersion } from "./versions/release-version.js";
import { renameItem } from "./items/rename-item.js";
import { renderPrompt } from "./installs/render-prompt.js";
import { getManifest, resolveAgent } from "./agents/resolve-agent.js";
import { resolveName } from "./access/resolve-name.js";
import { scan } from "./submissions/scan.js";
import { setVisibility } from "./items/set-visibility.js";
import { submitDraft } from "./submissions/submit-draft.js";
import { splitPayload } from "./submissions/submission.js";
import { submissionErrors, submitItem, type SubmitDeps } from "./submissions/submit-item.js";
import { suggestVersions } from "./versions/suggest-versions.js";
import { transferOwnership } from "./items/transfer-ownership.js";
import { updateAgent } from "./submissions/update-agent.js";
import { updateDraft } from "./submissions/update-draft.js";
import { updateVersion } from "./versions/update-version.js";
import { validateAgent } from "./submissions/validate-agent.js";

export type RegistryDeps = InstallDeps & MetricsDeps & ListDeps & SubmitDeps & AnalyzeDeps;

export function mountRegistry(mount: Mount, deps: RegistryDeps): void {
  mount(contract.scan, ({ body }, context) => scan(deps, body, context));
  mount(contract.importItems, ({ body }, context) => importItems(deps, body, context));
  mount(contract.planImport, ({ body }, context) => planImport(deps, body, context));
  mount(contract.listMyImports, (_input, context) => listMyImports(deps, context));
  mount(contract.listImportedItems, ({ query }, context) => listImportedItems(deps, query, context));
  mount(contract.listRegistry, ({ query }, context) => listRegistry(deps, query, context));
  mount(contract.listAllItems, ({ query }, context) => listAllItems(deps, query, context));
  mount(contract.resolveName, ({ query }, context) => resolveName(deps, query, context));
  mount(contract.setVisibility, ({ params, body }, context) => setVisibility(deps, { ...params, wish: body }, context));
  mount(contract.analyzeMcp, ({ body }, context) => analyzeMcp(deps, body, context));
  mount(contract.listMyUpdates, (_input, context) => listMyUpdates(deps, context));
  mount(contract.forgetInstall, ({ params }, context) => forgetInstall(params, context));
  mount(contract.listMySubmissions, ({ query }, context) => listMySubmissions(deps, query, context));
  mount(contract.listTransfers, ({ query }, context) => listTransfers(deps, query, context));
  mount(contract.validateAgent, ({ body }, context) => validateAgent(deps, body, context));
  mount(contract.resolveAgent, ({ params }, context) => resolveAgent(deps, params, context));
  mount(contract.getManifest, ({ params }, context) => getManifest(deps, params, context));
  mount(contract.getLock, ({ params }, context) => getLock(deps, params, context));
  mount(contract.updateAgent, ({ params, body }, context) => updateAgent(deps, { ...params, body }, context));
  mount(contract.renderPrompt, ({ params, body }, context) => renderPrompt(deps, { ...body, ...params }, context));
  for (const kind of ALL_KINDS) {
    mountItems(mount, kind, deps);
    mountVersions(mount, kind, deps);
    mountOwnership(mount, kind, deps);
  }
}

/** One life for all kinds, from the draft to the installed item. */
function mountItems(mount: Mount, kind: Kind, deps: RegistryDeps): void {
  const of: contract.KindEndpoints = contract.REGISTRY[kind.type];
  mount(
    of.submitItem,
    ({ body }, context) => submitItem(deps, { kind, body }, context),
    (body) => submissionErrors(kind, splitPayload(kind, body), body),
  );
  mount(of.listItems, ({ query }, context) => listItems(deps, { kind, query }, context));
  mount(of.listMyItems, ({ query }, context) => listMyItems(deps, { ...query, kind }, context));
  mount(of.getItem, ({ params }, context) => getItem(deps, { kind, ...params }, context));
  mount(of.renameItem, ({ params, body }, context) => renameItem(deps, { ...body, kind, ...params }, context));
  mount(of.deleteItem, ({ params }, context) => deleteItem(deps, { kind, ...params }, context));
  mount(of.archiveItem, ({ params }, context) => archiveItem(deps, { kind, ...params }, context));
  mount(of.unarchiveItem, ({ params }, context) => unarchiveItem(deps, { kind, ...params }, context));
  mount(of.getItemMetrics, ({ params, query }, context) =>
    getItemMetrics(deps, { ...query, kind, ...params }, context),
  );
  mount(of.createDraft, ({ body }, context) => createDraft(deps, { kind, body }, context));
  mount(of.updateDraft, ({ params, body }, context) => updateDraft(deps, { kind, ...params, body }, context));
  mount(of.startEdit, ({ params }, context) => startEdit(deps, { kind, ...params }, context));
  mount(of.cancelEdit, ({ params }, context) => cancelEdit(deps, { kind, ...params }, context));
  mount(of.submitDraft, ({ params }, context) => submitDraft(deps, { kind, ...params }, context));
  mount(of.installItem, ({ params, body }, context) => installItem(deps, { kind, ...params, body }, context));
}

function mountVersions(mount: Mount, kind: Kind, deps: RegistryDeps): void {
  const of: contract.KindEndpoints = contract.REGISTRY[kind.type];
  mount(of.suggestVersions, ({ params }, context) => suggestVersions(deps, { kind, ...params }, context));
  mount(of.listVersions, ({ params, query }, context) => listVersions(deps, { ...query, kind, ...params }, context));
  mount(of.getVersion, ({ params }, context) => getVersion(deps, { kind, ...params }, context));
  mount(of.diffVersions, ({ params }, context) => diffVersions(deps, { kind, ...params }, context));
  mount(of.releaseVersion, ({ params, body }, context) => releaseVersion(deps, { kind, ...params, body }, context));
  mount(of.updateVersion, ({ params, body }, context) => updateVersion(deps, { kind, ...params, body }, context));
  mount(of.getAttestation, ({ params }, context) => getAttestation(deps, { kind, ...params }, context));
}

/** Who may change an item, and whose it is. */
function mountOwnership(mount: Mount, kind: Kind, deps: RegistryDeps): void {
  const of: contract.KindEndpoints = contract.REGISTRY[kind.type];
  mount(of.listCoAuthors, ({ params, query }, context) => listCoAuthors(deps, { ...query, kind, ...params }, context));
  mount(of.addCoAuthor, ({ params, body }, context) => addCoAuthor(deps, { kind, ...params, who: body }, context));
  mount(of.removeCoAuthor, ({ params }, context) => removeCoAuthor(deps, { kind, ...params }, context));
  mount(of.acceptTransfer, ({ params }, context) => acceptTransfer(deps, { kind, ...params }, context));
  mount(of.declineTransfer, ({ params }, context) => declineTransfer(deps, { kind, ...params }, context));
  mount(of.transferOwnership, ({ params, body }, context) =>
    transferOwnership(deps, { kind, ...params, who: body }, context),
  );
}
