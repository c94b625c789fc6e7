import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Secret } from "../config/index.js";
import { createFileOnce, makeWritableDirectory } from "../files.js";
import { StartupError } from "../startup-error.js";

export const secretKeyFile = (dataDir: string): string => join(dataDir, "keys", "secret.key");

/** The key of a server that was given none: made once, for its owner only, and kept beside the data it protects. */
export function readOrCreateSecretKey(dataDir: string): Secret {
  const file = secretKeyFile(dataDir);
  const found = read(file) ?? create(file);
  if (found !== "") return new Secret(found);
  throw new StartupError(
    `${file} is empty. Restore the secret key from a backup. If there is no backup, remove the file and set all stored secrets again.`,
  );
}

/** As a `NAME_FILE` is read, so that this file can be given as OLD_SECRET_KEY_FILE when a new key takes over. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new StartupError(`Cannot read ${file} (${code}). Make it readable by this user, or set SECRET_KEY.`, {
      cause: error,
    });
  }
}

function create(file: string): string {
  try {
    makeWritableDirectory(dirname(file));
    createFileOnce(file, `${randomBytes(32).toString("base64url")}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `Cannot write the secret key to ${file} (${code}). Make its directory writable, or set SECRET_KEY.`,
      { cause: error },
    );
  }
  // Another process may have been first: what is in the file now is everyone's.
  return read(file) ?? "";
}
