import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { acceptTransfer } from "./items/accept-transfer.js";
import { getLock } from "./agents/agent-lock.js";
import { archiveItem, unarchiveItem } from "./items/archive-item.js";
import { addCoAuthor, listCoAuthors, removeCoAuthor } from "./items/co-authors.js";
import { createDraft } from "./submissions/create-draft.js";
import { declineTransfer } from "./items/decline-transfer.js";
import { deleteItem } from "./items/delete-item.js";
import { diffVersions } from "./versions/diff-versions.js";
import { cancelEdit, startEdit } from "./access/edit-lock.js";
import { getAttestation } from "./versions/get-attestation.js";
import { getItemMetrics, type MetricsDeps } from "./installs/get-item-metrics.js";
import { getItem } from "./items/get-item.js";
import { installItem, type InstallDeps } from "./installs/install-item.js";
import { ALL_KINDS, kindOf, type Kind } from "./kinds/index.js";
import { listItems, listMyItems, type ListDeps } from "./items/list-items.js";
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
import { submissionErrors, submitItem } from "./submissions/submit-item.js";
import { suggestVersions } from "./versions/suggest-versions.js";
import { transferOwnership } from "./items/transfer-ownership.js";
import { updateAgent } from "./submissions/update-agent.js";
import { updateDraft } from "./submissions/update-draft.js";
import { updateVersion } from "./versions/update-version.js";
import { validateAgent } from "./submissions/validate-agent.js";

export type RegistryDeps = InstallDeps & MetricsDeps & ListDeps;

export function mountRegistry(mount: Mount, deps: RegistryDeps): void {
  mount(contract.scan, ({ body }, caller, call) => scan(deps, body, { caller, call }));
  mount(contract.resolveName, ({ query }, caller) => resolveName(deps, query, { caller }));
  mount(contract.setVisibility, ({ params, body }, caller, call) =>
    setVisibility(deps, { ...params, wish: body }, { caller, call }),
  );
  mount(contract.listTransfers, ({ query }, caller, call) => listTransfers(deps, query, { caller, call }));
  mount(contract.validateAgent, ({ body }, caller, call) => validateAgent(deps, body, { caller, call }));
  mount(contract.resolveAgent, ({ params }, caller) => resolveAgent(deps, params.id, { caller }));
  mount(contract.getManifest, ({ params }, caller) => getManifest(deps, params.id, { caller }));
  mount(contract.getLock, ({ params }, caller) => getLock(deps, params, { caller }));
  mount(contract.updateAgent, ({ params, body }, caller, call) =>
    updateAgent(deps, { kind: kindOf("agent"), id: params.id, body }, { caller, call }),
  );
  mount(contract.renderPrompt, ({ params, body }, caller) =>
    renderPrompt(deps, { id: params.id, values: body.variables }, { caller }),
  );
  for (const kind of ALL_KINDS) mountKind(mount, kind, deps);
}

/** One life for all kinds. The types are those of one kind, whose endpoints have the shape of all. */
function mountKind(mount: Mount, kind: Kind, deps: RegistryDeps): void {
  const of = contract.REGISTRY[kind.type] as (typeof contract.REGISTRY)["mcps"];
  mount(
    of.submitItem,
    ({ body }, caller, call) => submitItem(deps, kind, body, { caller, call }) as never,
    (body) => submissionErrors(kind, splitPayload(kind, body), body),
  );
  mount(of.listItems, ({ query }, caller, call) => listItems(deps, kind.kind, query, { caller, call }) as never);
  mount(of.listMyItems, ({ query }, caller, call) => listMyItems(deps, kind.kind, query, { caller, call }) as never);
  mount(of.getItem, ({ params }, caller) => getItem(deps, kind.kind, params.id, caller) as never);
  mount(
    of.renameItem,
    ({ params, body }, caller, call) =>
      renameItem(deps, { kind, id: params.id, name: body.name }, { caller, call }) as never,
  );
  mount(of.deleteItem, ({ params }, caller, call) => deleteItem(deps, kind, params.id, { caller, call }));
  mount(of.archiveItem, ({ params }, caller, call) => archiveItem(deps, kind, params.id, { caller, call }));
  mount(of.unarchiveItem, ({ params }, caller, call) => unarchiveItem(deps, kind, params.id, { caller, call }));
  mount(of.getItemMetrics, ({ params, query }, caller) =>
    getItemMetrics(deps, { kind, id: params.id, ...query }, { caller }),
  );
  mount(of.createDraft, ({ body }, caller, call) => createDraft(deps, kind, body, { caller, call }) as never);
  mount(
    of.updateDraft,
    ({ params, body }, caller, call) => updateDraft(deps, { kind, id: params.id, body }, { caller, call }) as never,
  );
  mount(of.startEdit, ({ params }, caller, call) => startEdit(deps, kind, params.id, { caller, call }));
  mount(of.cancelEdit, ({ params }, caller, call) => cancelEdit(deps, kind, params.id, { caller, call }));
  mount(of.submitDraft, ({ params }, caller, call) => submitDraft(deps, kind, params.id, { caller, call }) as never);
  mount(of.suggestVersions, ({ params }, caller) => suggestVersions(deps, { kind, id: params.id }, { caller }));
  mount(of.listVersions, ({ params, query }, caller) => listVersions(deps, { kind, id: params.id }, query, { caller }));
  mount(of.getVersion, ({ params }, caller) => getVersion(deps, { kind, ...params }, { caller }));
  mount(of.diffVersions, ({ params }, caller) => diffVersions(deps, { kind, ...params }, { caller }));
  mount(of.releaseVersion, ({ params, body }, caller, call) =>
    releaseVersion(deps, { kind, id: params.id, body }, { caller, call }),
  );
  mount(of.updateVersion, ({ params, body }, caller, call) =>
    updateVersion(deps, { kind, ...params, body }, { caller, call }),
  );
  mount(of.getAttestation, ({ params }, caller) => getAttestation(deps, { kind, ...params }, { caller }));
  mount(of.installItem, ({ params, body }, caller, call) =>
    installItem(deps, { kind, id: params.id, body }, { caller, call }),
  );
  mountOwnership(mount, kind, deps);
}

/** Who may change an item, and whose it is. */
function mountOwnership(mount: Mount, kind: Kind, deps: RegistryDeps): void {
  const of = contract.REGISTRY[kind.type] as (typeof contract.REGISTRY)["mcps"];
  mount(of.listCoAuthors, ({ params, query }, caller, call) =>
    listCoAuthors(deps, { kind, id: params.id }, query, { caller, call }),
  );
  mount(of.addCoAuthor, ({ params, body }, caller, call) =>
    addCoAuthor(deps, { kind, id: params.id }, body, { caller, call }),
  );
  mount(of.removeCoAuthor, ({ params }, caller, call) =>
    removeCoAuthor(deps, { kind, id: params.id }, params.user_id, { caller, call }),
  );
  mount(of.acceptTransfer, ({ params }, caller, call) =>
    acceptTransfer(deps, { kind, id: params.id }, { caller, call }),
  );
  mount(of.declineTransfer, ({ params }, caller, call) =>
    declineTransfer(deps, { kind, id: params.id }, { caller, call }),
  );
  mount(of.transferOwnership, ({ params, body }, caller, call) =>
    transferOwnership(deps, { kind, id: params.id, who: body }, { caller, call }),
  );
}
