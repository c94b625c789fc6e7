/** Replaced when the command is bundled. When run from source, it is not a release. */
declare const TACK_VERSION: string | undefined;

export const VERSION = typeof TACK_VERSION === "string" ? TACK_VERSION : "0.0.0-dev";
