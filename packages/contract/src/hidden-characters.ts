/**
 * Members of a regular expression's class, with the flag `u`: what terminals act on, what breaks a line where nobody
 * expects it, and what cannot be seen or turns the direction of what follows.
 */
const CONTROLS = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";
const FORMAT =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164";
const SELECTORS = "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}";
/** Unpaired surrogates are not valid characters. */
export const HIDDEN_CHARACTERS = `${CONTROLS}${FORMAT}${SELECTORS}\\p{Cs}`;
