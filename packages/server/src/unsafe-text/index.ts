export { findSecrets } from "./core/find-secrets.js";
export { findHiddenText, SUSPECT } from "./core/hidden-text.js";
export { memberPath } from "./core/member-path.js";
export { redactedJson } from "./core/redact-value.js";
export { redactedStart } from "./core/redact-secrets.js";
export { walkTexts } from "./core/walk-texts.js";
