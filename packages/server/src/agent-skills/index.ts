export { mountAgentSkills } from "./routes.js";
