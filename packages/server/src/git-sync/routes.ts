import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { disableSync } from "./disable-sync.js";
import { getSync } from "./get-sync.js";
import { listSyncRuns } from "./list-sync-runs.js";
import { putSync } from "./put-sync.js";
import { receiveHostA, receiveHostB, type ReceiverDeps } from "./receive-delivery.js";
import { rotateSyncSecret } from "./rotate-sync-secret.js";
import { runSync } from "./run-sync.js";

export function mountGitSync(mount: Mount, deps: ReceiverDeps): void {
  mount(contract.getSync, ({ params }, context) => getSync(deps, params, context));
  mount(contract.putSync, ({ params, body }, context) => putSync(deps, { ...body, ...params }, context));
  mount(contract.rotateSyncSecret, ({ params }, context) => rotateSyncSecret(deps, params, context));
  mount(contract.runSync, ({ params }, context) => runSync(deps, params, context));
  mount(contract.disableSync, ({ params }, context) => disableSync(deps, params, context));
  mount(contract.listSyncRuns, ({ params, query }, context) => listSyncRuns(deps, { ...query, ...params }, context));
  mount(contract.receiveHostA, ({ params, body }, context) => receiveHostA(deps, { ...params, raw: body }, context));
  mount(contract.receiveHostB, ({ params, body }, context) => receiveHostB(deps, { ...params, raw: body }, context));
}
