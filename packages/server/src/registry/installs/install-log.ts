import type { Platform } from "../../platform/platform.js";
import { createInstallDrainer, type InstallDrainer } from "./drain-installs.js";
import { createInstallEventStore, type InstallEventStore } from "../stores/install-event-store.js";

/** Installs as metrics read them; callers that need the newest ones wait until they are settled. */
export interface InstallLog extends InstallDrainer, Pick<InstallEventStore, "figuresOf" | "usersOf"> {}

export function createInstallLog({
  relational,
  analytical,
  log,
}: Pick<Platform, "relational" | "analytical" | "log">): InstallLog {
  const events = createInstallEventStore(analytical);
  const { figuresOf, usersOf } = events;
  return { ...createInstallDrainer({ db: relational, events, log }), figuresOf, usersOf };
}
