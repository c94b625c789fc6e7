export { refreshSources } from "./jobs.js";
export { openDiscovery, openSources, type Discovery } from "./open-discovery.js";
export { LOCAL_DOMAIN } from "./core/identifier.js";
export { ownDomains } from "./core/own-domains.js";
export { publisherOf } from "./publisher.js";
export { mountDiscovery } from "./routes.js";
