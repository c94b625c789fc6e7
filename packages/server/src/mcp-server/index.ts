export { mountMcpServer } from "./routes.js";
