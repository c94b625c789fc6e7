import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { approveSubmission, rejectSubmission, reviewVersion, type ReviewDeps } from "./decide-submission.js";
import { getSubmission } from "./get-submission.js";
import { listSubmissions } from "./list-submissions.js";

export function mountReview(mount: Mount, deps: ReviewDeps): void {
  mount(contract.listSubmissions, ({ query }, context) => listSubmissions(deps, query, context));
  mount(contract.getSubmission, ({ params }, context) => getSubmission(deps, params, context));
  mount(contract.approveSubmission, ({ params, body }, context) =>
    approveSubmission(deps, { ...body, ...params }, context),
  );
  mount(contract.rejectSubmission, ({ params, body }, context) =>
    rejectSubmission(deps, { ...body, ...params }, context),
  );
  for (const type of contract.ITEM_TYPES) {
    const of: contract.KindEndpoints = contract.REGISTRY[type];
    const { kind } = contract.KINDS[type];
    mount(of.reviewVersion, ({ params, body }, context) => reviewVersion(deps, { ...body, ...params, kind }, context));
  }
}
