/** Enough of a digest to tell it from others: "sha256:898deab38256…". The whole one is a click away. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 19)}…`;
