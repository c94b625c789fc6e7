import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { approveSubmission, rejectSubmission, reviewVersion, type ReviewDeps } from "./decide-submission.js";
import { getSubmission } from "./get-submission.js";
import { listSubmissions } from "./list-submissions.js";

export function mountReview(mount: Mount, deps: ReviewDeps): void {
  mount(contract.listSubmissions, ({ query }, caller, call) => listSubmissions(deps, query, caller, call));
  mount(contract.getSubmission, ({ params }, caller) => getSubmission(deps, params.id, caller) as never);
  mount(contract.approveSubmission, ({ params, body }, caller, call) =>
    approveSubmission(deps, params.id, body, { caller, call }),
  );
  mount(contract.rejectSubmission, ({ params, body }, caller, call) =>
    rejectSubmission(deps, params.id, body, { caller, call }),
  );
  for (const type of contract.ITEM_TYPES) {
    const { reviewVersion: endpoint } = contract.REGISTRY[type] as (typeof contract.REGISTRY)["mcps"];
    const { kind } = contract.KINDS[type];
    mount(endpoint, ({ params, body }, caller, call) =>
      reviewVersion(deps, { kind, ...params }, body, { caller, call }),
    );
  }
}
