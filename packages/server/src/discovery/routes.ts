import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { addArdSource } from "./add-ard-source.js";
import type { DiscoveryDeps } from "./discovery-deps.js";
import { exploreEntries } from "./explore-entries.js";
import { getArtifact } from "./get-artifact.js";
import { getEntry } from "./get-entry.js";
import { createManifest } from "./get-ard-manifest.js";
import { listArdSources } from "./list-ard-sources.js";
import { listEntries } from "./list-entries.js";
import { removeArdSource } from "./remove-ard-source.js";
import { searchEntries } from "./search-entries.js";

export function mountDiscovery(mount: Mount, deps: DiscoveryDeps): void {
  const getManifest = createManifest(deps);
  mount(contract.getArdManifest, getManifest);
  mount(contract.searchEntries, ({ body }, caller) => searchEntries(deps, body, caller));
  mount(contract.listEntries, ({ query }, caller) => listEntries(deps, query, caller));
  mount(contract.exploreEntries, ({ body }, caller) => exploreEntries(deps, body, caller));
  mount(contract.getEntry, ({ params }, caller) => getEntry(deps, params.identifier, caller));
  mount(contract.getArtifact, ({ params }, caller, call) => getArtifact(deps, params, caller, call));
  mount(contract.listArdSources, ({ query }, _caller, call) => listArdSources(deps, query, call));
  mount(contract.addArdSource, ({ body }, _caller, call) => addArdSource(deps.sources, body, call));
  mount(contract.removeArdSource, ({ params }, _caller, call) => removeArdSource(params.id, call));
}
