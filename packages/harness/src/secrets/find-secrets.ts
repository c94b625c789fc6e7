import { findAnchoredSecrets } from "./anchored-secrets.js";
import { findAssignedSecrets } from "./assigned-secrets.js";
import { findPrivateKeys } from "./private-keys.js";
import { mergeRanges, type TextRange } from "./text-range.js";
import { findUrlPasswords, isUrlSecret } from "./url-passwords.js";

/**
 * Raised with every change of what is found. It is kept with what was redacted, so that texts of an older version are found
 * and redacted anew.
 */
export const SECRET_RULES_VERSION = 4;

/** No secret is longer, signed tokens and private keys included. */
export const MAX_SECRET_LENGTH = 32 * 1024;

/** With what says that it is one: `pwd=abcd`. */
const MIN_LENGTH = 8;

/** Where a text that is shown to people holds secrets: in order, and without overlaps. */
export function findSecretRanges(text: string): TextRange[] {
  if (text.length < MIN_LENGTH) return [];
  const passwords = findUrlPasswords(text).filter((password) => isUrlSecret(text, password));
  const ranges = findAnchoredSecrets(text).concat(findAssignedSecrets(text), findPrivateKeys(text), passwords);
  return ranges.length < 2 ? ranges : mergeRanges(ranges);
}
