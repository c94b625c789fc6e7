import { createHash } from "node:crypto";

/** Of long, random texts, for which one quick pass is enough. */
export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
