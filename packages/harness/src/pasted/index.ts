export { type DockerCommand, readDockerCommand } from "./docker-command.js";
export type { PastedServer } from "./pasted-server.js";
export { MAX_PASTED_LENGTH, type Pasted, readPasted } from "./read-pasted.js";
