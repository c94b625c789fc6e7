// Runs before each suite (`setupFiles`). Suites of a worker share modules, so hooks that a helper registered when it was loaded would
// be those of the first suite alone.
import { afterAll } from "vitest";
import { killServers } from "./run-server.js";
import { removeTemporaryDirectories } from "./temporary.js";

afterAll(async () => {
  await killServers();
  removeTemporaryDirectories();
});
