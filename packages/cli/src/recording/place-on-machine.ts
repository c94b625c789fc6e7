import { join } from "node:path";
import { movedPath, type Harness } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { platformOf } from "../scan/platform.js";

type Ground = Pick<Machine, "env" | "home" | "platform">;

/** The location of a path of a harness on this machine. */
export function placeOnMachine(ground: Ground, harness: Harness, path: string): string {
  const place = movedPath(harness, path, { env: ground.env, platform: platformOf(ground) });
  return place.startsWith("~/") ? join(ground.home, place.slice(2)) : join(place);
}
