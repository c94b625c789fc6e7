import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { listInbox } from "./list-inbox.js";
import { markInboxRead } from "./mark-inbox-read.js";

export function mountInbox(mount: Mount, deps: { readonly db: Db }): void {
  mount(contract.listInbox, ({ query }, context) => listInbox(deps, query, context));
  mount(contract.markInboxRead, ({ body }, context) => markInboxRead(body, context));
}
