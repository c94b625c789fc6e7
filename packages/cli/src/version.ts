/** Written in when the command is bundled; from the sources it is nobody's release. */
declare const TACK_VERSION: string | undefined;

export const VERSION = typeof TACK_VERSION === "string" ? TACK_VERSION : "0.0.0-dev";
