export { syncRepository, takeOverAbandoned } from "./jobs.js";
export { mountGitSync } from "./routes.js";
export { resealSyncSecrets } from "./sync-secrets.js";
