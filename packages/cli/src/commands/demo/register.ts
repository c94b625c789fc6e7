import type { Command } from "commander";
import type { Does } from "../../run.js";
import { DRY_RUN_OF_SENDING, examples } from "../examples.js";

export function registerDemo(program: Command, does: Does): void {
  program
    .command("demo")
    .description("Fill a new server with demo users, components, reviews and sessions")
    .option("--yes", "do not ask for confirmation")
    .option("--dry-run", DRY_RUN_OF_SENDING)
    .addHelpText("after", examples("tack demo"))
    .action(does(async () => (await import("./fill-server.js")).fillServer));
}
