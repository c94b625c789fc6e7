import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { deleteFeedback } from "./delete-feedback.js";
import { getFeedbackSummary } from "./get-feedback-summary.js";
import { getMyFeedback } from "./get-my-feedback.js";
import { giveFeedback } from "./give-feedback.js";
import { listFeedback } from "./list-feedback.js";
import { listMyFeedback } from "./list-my-feedback.js";
import { updateFeedback } from "./update-feedback.js";

export function mountFeedback(mount: Mount, deps: { readonly db: Db }): void {
  mount(contract.giveFeedback, ({ body }, context) => giveFeedback(deps, body, context));
  mount(contract.listFeedback, ({ params, query }, context) => listFeedback(deps, { ...query, ...params }, context));
  mount(contract.getFeedbackSummary, ({ params }, context) => getFeedbackSummary(deps, params, context));
  mount(contract.getMyFeedback, ({ params }, context) => getMyFeedback(deps, params, context));
  mount(contract.listMyFeedback, ({ query }, context) => listMyFeedback(deps, query, context));
  mount(contract.updateFeedback, ({ params, body }, context) => updateFeedback({ ...params, change: body }, context));
  mount(contract.deleteFeedback, ({ params }, context) => deleteFeedback(params, context));
}
