import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { getArtifact, type ArtifactDeps } from "./get-artifact.js";

export function mountDiscovery(mount: Mount, deps: ArtifactDeps): void {
  mount(contract.getArtifact, ({ params }, caller, call) => getArtifact(deps, params, caller, call));
}
