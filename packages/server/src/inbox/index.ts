export { removeOldNotifications, sendInboxDigest } from "./jobs.js";
export { notify } from "./notify.js";
export { mountInbox } from "./routes.js";
