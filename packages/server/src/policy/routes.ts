import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { getPolicy, type PolicyDeps } from "./get-policy.js";

export function mountPolicy(mount: Mount, deps: PolicyDeps): void {
  mount(contract.getPolicy, ({ params, query }, context) => getPolicy(deps, { ...params, ...query }, context));
}
