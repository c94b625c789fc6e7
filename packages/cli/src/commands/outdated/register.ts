import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerOutdated(program: Command, does: Does): void {
  program
    .command("outdated")
    .description("List installed items that have a newer version in the registry")
    .option("--all", "include items that are up to date")
    .addHelpText("after", examples("tack outdated", "tack outdated --all -o json"))
    .action(does(async () => (await import("./list-outdated.js")).listOutdated));
}
