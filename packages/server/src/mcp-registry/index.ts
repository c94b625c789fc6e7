export { serverCard } from "./core/server-card.js";
export { mountMcpRegistry } from "./routes.js";
