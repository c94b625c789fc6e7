export { mountDiscovery } from "./routes.js";
