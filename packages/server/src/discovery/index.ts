export { refreshSources } from "./jobs.js";
export { openDiscovery, openSources, type Discovery } from "./open-discovery.js";
export { mountDiscovery } from "./routes.js";
