export { createOutbound, type Outbound } from "./outbound.js";
export { OutboundError, OutboundRefusal } from "./outbound-error.js";
