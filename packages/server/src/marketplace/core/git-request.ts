const UPLOAD_PACK = "git-upload-pack";

/** What a client may say of the protocol: `version=2`, and keys that git ignores where it does not know them. */
const PROTOCOL = /^[a-z0-9=:.-]{1,64}$/;

export const protocolOf = (header: unknown): string | undefined =>
  typeof header === "string" && PROTOCOL.test(header) ? header : undefined;

/** Clients of the first version expect the name of the service first; those of the second do not. */
export function advertisementStart(protocol: string | undefined): string {
  if (protocol?.split(":").includes("version=2")) return "";
  return `001e# service=${UPLOAD_PACK}\n0000`;
}

export const isFetch = (service: string | undefined): boolean => service === UPLOAD_PACK;
export const isPush = (service: string | undefined): boolean => service === "git-receive-pack";

/** What git sends begins with the length of its first line. */
export const isGitRequest = (body: Uint8Array): boolean =>
  /^[0-9a-f]{4}$/i.test(Buffer.from(body.subarray(0, 4)).toString("latin1"));
