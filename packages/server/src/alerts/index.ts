export { deliverAlertsJob, evaluateAlertsJob } from "./jobs.js";
export { mountAlerts } from "./routes.js";
export { resealWebhookSecrets } from "./webhook-secrets.js";
