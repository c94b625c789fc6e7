import { join } from "node:path";
import { pathOn, type Harness, type SessionFiles } from "@tackroom/harness";
import { platformOf } from "../scan/platform.js";
import { placeOnMachine } from "./place-on-machine.js";
import { namesIn, type Ground, type SessionFile } from "./stores/session-store.js";

/** The files of this machine that are where a harness keeps such. */
export function sessionFiles(ground: Ground, harness: Harness, places: readonly SessionFiles[]): SessionFile[] {
  return places.flatMap(({ folder, parts }) => {
    const root = placeOnMachine(ground, harness, pathOn(folder, platformOf(ground)));
    return walk(root, parts, {}).map(({ path, groups: { session, parent } }) => ({ path, session, parent }));
  });
}

interface Groups {
  readonly session?: string;
  readonly parent?: string;
}

function walk(folder: string, parts: SessionFiles["parts"], groups: Groups): { path: string; groups: Groups }[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [{ path: folder, groups }];
  if (typeof part === "string") return walk(join(folder, part), rest, groups);
  return namesIn(folder).flatMap((name) => {
    const match = part.exec(name);
    return match ? walk(join(folder, name), rest, { ...groups, ...match.groups }) : [];
  });
}
