import { readConfig } from "@tackroom/server/platform/config";
import { createLog } from "@tackroom/server/platform/log";
import { openPlatform } from "@tackroom/server/platform/platform";

const [, , directory = ""] = process.argv;
const read = readConfig({ env: { DATA_DIR: directory, LOG_LEVEL: "warn" } });
if (!read.ok) throw new Error(read.problems.join("\n"));
const platform = await openPlatform(read.config, createLog({ level: "warn", readable: false }));
await platform.close();
