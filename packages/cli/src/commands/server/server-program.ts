import { existsSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../../errors.js";

/** Beside `tack` in the repository, or among the modules of the package. */
const PLACES = [
  ["..", "..", "server"],
  ["..", "node_modules", "@tackroom", "server"],
];

/** The server is another program, which `tack` starts and knows nothing of. */
export function serverProgram(bundleDirectory = __dirname): string {
  const found = PLACES.map((place) => join(bundleDirectory, ...place, "serve.cjs")).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new CliError("unavailable", "This installation of tack has no server in it.", {
    remediation: "Install the whole of it: npm install -g tackroom",
  });
}
