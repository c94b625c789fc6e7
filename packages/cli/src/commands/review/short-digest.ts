/** Long enough to compare two digests by eye: `sha256:` and twelve digits. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 19)}…`;
