import { readSettingKey, unsetSetting } from "./admin/index.js";
import { grantRole, readRole } from "./auth/index.js";
import type { Config } from "./platform/config/index.js";
import { backUpDirectory, restoreDirectory } from "./platform/data-directory/index.js";
import { createLog } from "./platform/log.js";
import { withRelational } from "./platform/platform.js";
import type { Tx } from "./platform/relational/tx.js";
import { StartupError } from "./platform/startup-error.js";
import type { Operation } from "./read-operation.js";

/** Does what an operator does without a server, and returns what there is to say about it. */
export async function operate(config: Config, operation: Operation): Promise<string> {
  if (operation.name === "grant-role") return grantRoleOn(config, operation);
  if (operation.name === "unset-setting") return unsetSettingOn(config, operation.key);
  if (config.databaseUrl || config.clickhouseUrl) {
    throw new StartupError(
      `The data is stored in ${config.databaseUrl ? "PostgreSQL" : "ClickHouse"}. Use its own tools for a ${operation.name}.`,
    );
  }
  return operation.name === "backup"
    ? backUpDirectory(config.dataDir, operation.file)
    : restoreDirectory(config.dataDir, operation.file);
}

async function grantRoleOn(config: Config, { email, role: typed }: { email: string; role: string }): Promise<string> {
  const role = readRole(typed);
  return onRelational(config, (tx) => grantRole(tx, email, role));
}

async function unsetSettingOn(config: Config, typed: string): Promise<string> {
  const key = readSettingKey(typed, config);
  return onRelational(config, (tx) => unsetSetting(tx, key, config));
}

/** Without a server: an embedded store must not be in use by one. */
function onRelational(config: Config, work: (tx: Tx) => Promise<string>): Promise<string> {
  const log = createLog({ level: "warn", readable: false, destination: process.stderr });
  return withRelational(config, log, (relational) => relational.transaction(work));
}
