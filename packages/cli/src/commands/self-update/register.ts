import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerSelfUpdate(program: Command, does: Does): void {
  program
    .command("self-update")
    .description("Install the tack that the server hands out, with npm")
    .option("--dry-run", "show what would be installed and how, without installing it")
    .option("--force", "install it even if it is not newer than this one")
    .addHelpText("after", examples("tack self-update", "tack self-update --dry-run"))
    .action(does(async () => (await import("./self-update.js")).selfUpdate));
}
