/** Enough to tell two digests apart by eye: `sha256:` and twelve digits. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 19)}…`;
