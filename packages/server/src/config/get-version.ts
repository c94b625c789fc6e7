import { VERSION } from "../platform/version.js";

/** `GET /config/version` */
export function getVersion(): { readonly server_version: "dev"; readonly version: string } {
  return { server_version: "dev", version: VERSION };
}
