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
  mount(contract.giveFeedback, ({ body }, caller, call) => giveFeedback(deps, body, { caller, call }));
  mount(contract.listFeedback, ({ params, query }, caller, call) =>
    listFeedback(deps, params, query, { caller, call }),
  );
  mount(contract.getFeedbackSummary, ({ params }, caller) => getFeedbackSummary(deps, params.id, { caller }));
  mount(contract.getMyFeedback, ({ params }, caller) => getMyFeedback(deps, params, { caller }));
  mount(contract.listMyFeedback, ({ query }, caller, call) => listMyFeedback(deps, query, { caller, call }));
  mount(contract.updateFeedback, ({ params, body }, caller, call) =>
    updateFeedback({ id: params.id, change: body }, { caller, call }),
  );
  mount(contract.deleteFeedback, ({ params }, caller, call) => deleteFeedback(params.id, { caller, call }));
}
