import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { listActivity } from "./list-activity.js";

export function mountActivity(mount: Mount, deps: { readonly db: Db }): void {
  mount(contract.listActivity, ({ query }, context) => listActivity(deps, query, context));
}
