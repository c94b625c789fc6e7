import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { addArdSource } from "./add-ard-source.js";
import type { DiscoveryDeps } from "./discovery-deps.js";
import { exploreEntries } from "./explore-entries.js";
import { getArtifact, type ArtifactDeps } from "./get-artifact.js";
import { getEntry } from "./get-entry.js";
import { createManifest } from "./get-ard-manifest.js";
import { listArdSources } from "./list-ard-sources.js";
import { listEntries } from "./list-entries.js";
import { removeArdSource } from "./remove-ard-source.js";
import { searchEntries } from "./search-entries.js";

export function mountDiscovery(mount: Mount, deps: DiscoveryDeps & ArtifactDeps): void {
  const getManifest = createManifest(deps);
  mount(contract.getArdManifest, getManifest);
  mount(contract.searchEntries, ({ body }, context) => searchEntries(deps, body, context));
  mount(contract.listEntries, ({ query }, context) => listEntries(deps, query, context));
  mount(contract.exploreEntries, ({ body }, context) => exploreEntries(deps, body, context));
  mount(contract.getEntry, ({ params }, context) => getEntry(deps, params, context));
  mount(contract.getArtifact, ({ params }, context) => getArtifact(deps, params, context));
  mount(contract.listArdSources, ({ query }, context) => listArdSources(deps, query, context));
  mount(contract.addArdSource, ({ body }, context) => addArdSource(deps.sources, body, context));
  mount(contract.removeArdSource, ({ params }, context) => removeArdSource(params, context));
}
