import { getOpenapi } from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";

export function mountOpenapi(mount: Mount, describe: () => object): void {
  mount(getOpenapi, async () => ({ openapi: "3.1.0", ...describe() }));
}
