import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { bootstrap, type BootstrapDeps } from "./bootstrap.js";
import { getWhoami, type WhoamiDeps } from "./get-whoami.js";

export function mountAuth(mount: Mount, deps: BootstrapDeps & WhoamiDeps): void {
  mount(contract.bootstrap, ({ body }, _caller, facts) => bootstrap(deps, body, facts));
  mount(contract.getWhoami, (_input, caller) => getWhoami(deps, caller));
}
