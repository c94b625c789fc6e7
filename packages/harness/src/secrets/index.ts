export { ANCHORS } from "./anchors.js";
export { COMMANDS } from "./command-secrets.js";
export { findSecretRanges, MAX_SECRET_LENGTH, SECRET_RULES_VERSION } from "./find-secrets.js";
export { secretKindOf } from "./secret-names.js";
export { LABELLED_RULES, SECRET_RULES } from "./secret-rules.js";
export { isSecretMember } from "./secret-values.js";
export { replaceRanges } from "./text-range.js";
