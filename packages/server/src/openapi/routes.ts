import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { getOpenapi } from "./get-openapi.js";

export function mountOpenapi(mount: Mount, describe: () => object): void {
  mount(contract.getOpenapi, async () => getOpenapi(describe));
}
