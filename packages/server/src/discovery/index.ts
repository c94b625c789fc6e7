export { refreshSources } from "./jobs.js";
export { openDiscovery, openSources } from "./open-discovery.js";
export { mountDiscovery } from "./routes.js";
