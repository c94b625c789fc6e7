export type { Lookup } from "./connect.js";
export { createOutbound, type Outbound } from "./outbound.js";
export { OutboundError, OutboundRefusal, printable } from "./outbound-error.js";
export { failedAttempt, postSigned, WEBHOOK_RULES, type WebhookAttempt } from "./signed-webhook.js";
