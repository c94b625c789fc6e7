import type { Platform } from "@tackroom/harness";
import type { Machine } from "../cli.js";

/** The platform, as distinguished by harnesses. */
export function platformOf({ platform }: Pick<Machine, "platform">): Platform {
  if (platform === "win32") return "windows";
  return platform === "darwin" ? "darwin" : "linux";
}
