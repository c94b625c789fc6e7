export { aboutMarketplace } from "./build-catalogue.js";
export { dropDeadMarketplaces, rebuildAfterApprovals, rebuildMarketplaces } from "./jobs.js";
export { openMarketplace } from "./open-marketplace.js";
export { mountMarketplace } from "./routes.js";
