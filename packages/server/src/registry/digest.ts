import { createHash } from "node:crypto";
import type { FileToWrite } from "@tackroom/harness";

/** One rule for versions, artifacts and locks. */
export function digestOf(bytes: Uint8Array | string): `sha256:${string}` {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** Files with what their bytes hash to, so that the client that writes them can verify that none was changed in transit. */
export function withDigests(files: readonly FileToWrite[]): (FileToWrite & { readonly sha256: string })[] {
  return files.map((file) => ({ ...file, sha256: digestOf(bytesOf(file)).replace(/^sha256:/, "") }));
}

const bytesOf = ({ content, encoding }: FileToWrite): Buffer => Buffer.from(content, encoding ?? "utf8");
