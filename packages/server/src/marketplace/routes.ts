import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { fetchExtension, getExtensionRefs, pushExtension } from "./extension-repository.js";
import { getGeminiExtensions } from "./get-gemini-extensions.js";
import { getMarketplaceFile } from "./get-marketplace-file.js";
import type { SurfaceDeps } from "./marketplace-deps.js";
import { fetchMarketplace, getMarketplaceRefs, pushMarketplace } from "./marketplace-repository.js";

/** At the root, and under the addresses of feeds. */
export function mountMarketplace(mount: Mount, deps: SurfaceDeps): void {
  mountRepository(mount, deps);
  mountExtensions(mount, deps);
}

function mountRepository(mount: Mount, deps: SurfaceDeps): void {
  mount(contract.getMarketplaceRefs, ({ query }, context) => getMarketplaceRefs(deps, query, context));
  mount(contract.getMarketplaceRefsInFeed, ({ query, params: { token } }, context) =>
    getMarketplaceRefs(deps, query, { ...context, token }),
  );
  mount(contract.fetchMarketplace, ({ body }, context) => fetchMarketplace(deps, body, context));
  mount(contract.fetchMarketplaceInFeed, ({ body, params: { token } }, context) =>
    fetchMarketplace(deps, body, { ...context, token }),
  );
  mount(contract.pushMarketplace, pushMarketplace);
  mount(contract.pushMarketplaceInFeed, pushMarketplace);
  mount(contract.getMarketplaceFile, (_input, context) => getMarketplaceFile(deps, context));
  mount(contract.getMarketplaceFileInFeed, ({ params: { token } }, context) =>
    getMarketplaceFile(deps, { ...context, token }),
  );
}

function mountExtensions(mount: Mount, deps: SurfaceDeps): void {
  mount(contract.getGeminiExtensions, (_input, context) => getGeminiExtensions(deps, context));
  mount(contract.getGeminiExtensionsInFeed, ({ params: { token } }, context) =>
    getGeminiExtensions(deps, { ...context, token }),
  );
  mount(contract.getExtensionRefs, ({ query, params }, context) =>
    getExtensionRefs(deps, { ...query, ...params }, context),
  );
  mount(contract.getExtensionRefsInFeed, ({ query, params: { token, ...params } }, context) =>
    getExtensionRefs(deps, { ...query, ...params }, { ...context, token }),
  );
  mount(contract.fetchExtension, ({ body, params }, context) => fetchExtension(deps, { ...params, body }, context));
  mount(contract.fetchExtensionInFeed, ({ body, params: { token, ...params } }, context) =>
    fetchExtension(deps, { ...params, body }, { ...context, token }),
  );
  mount(contract.pushExtension, pushExtension);
  mount(contract.pushExtensionInFeed, pushExtension);
}
