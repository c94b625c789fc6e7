import { readConfig } from "@tackroom/server/platform/config";
import { createLog } from "@tackroom/server/platform/log";
import { openPlatform } from "@tackroom/server/platform/platform";

const [, , directory = ""] = process.argv;
const DATABASE_URL = process.env["DATABASE_URL"];
const read = readConfig({ env: { DATA_DIR: directory, LOG_LEVEL: "warn", ...(DATABASE_URL && { DATABASE_URL }) } });
if (!read.ok) throw new Error(read.problems.join("\n"));
const platform = await openPlatform(read.config, createLog({ level: "warn", readable: false }));
await platform.close();
