import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { createComment } from "./create-comment.js";
import {
  approveSubmission,
  rejectSubmission,
  requestChanges,
  reviewVersion,
  type ReviewDeps,
} from "./decide-submission.js";
import { decideSubmissions } from "./decide-submissions.js";
import { deleteComment } from "./delete-comment.js";
import { getSubmission } from "./get-submission.js";
import { listComments } from "./list-comments.js";
import { listSubmissionFiles } from "./list-submission-files.js";
import { listSubmissions } from "./list-submissions.js";
import { updateComment } from "./update-comment.js";

export function mountReview(mount: Mount, deps: ReviewDeps): void {
  mount(contract.listSubmissions, ({ query }, context) => listSubmissions(deps, query, context));
  mount(contract.getSubmission, ({ params }, context) => getSubmission(deps, params, context));
  mount(contract.approveSubmission, ({ params, body }, context) =>
    approveSubmission(deps, { ...body, ...params }, context),
  );
  mount(contract.rejectSubmission, ({ params, body }, context) =>
    rejectSubmission(deps, { ...body, ...params }, context),
  );
  mount(contract.requestChanges, ({ params, body }, context) => requestChanges(deps, { ...body, ...params }, context));
  mount(contract.decideSubmissions, ({ body }, context) => decideSubmissions(deps, body, context));
  mount(contract.listSubmissionFiles, ({ params }, context) => listSubmissionFiles(deps, params, context));
  mount(contract.listComments, ({ params, query }, context) => listComments(deps, { ...query, ...params }, context));
  mount(contract.createComment, ({ params, body }, context) => createComment(deps, { ...body, ...params }, context));
  mount(contract.updateComment, ({ params, body }, context) => updateComment(deps, { ...body, ...params }, context));
  mount(contract.deleteComment, ({ params }, context) => deleteComment(deps, params, context));
  for (const type of contract.ITEM_TYPES) {
    const of: contract.KindEndpoints = contract.REGISTRY[type];
    const { kind } = contract.KINDS[type];
    mount(of.reviewVersion, ({ params, body }, context) => reviewVersion(deps, { ...body, ...params, kind }, context));
  }
}
