import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerScan(program: Command, does: Does): void {
  program
    .command("scan")
    .description("List what is installed for the harnesses on this machine, and register it")
    .option("--harness <id>", "only this harness (repeatable)", collect)
    .addOption(new Option("--scope <scope>", "where to look").choices(["user", "project", "all"]).default("all"))
    .option("--register", "submit the findings to the registry for review")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      examples("tack scan", "tack scan --harness claude-code --scope user", "tack scan --register --yes -o json"),
    )
    .action(does(async () => (await import("./scan-machine.js")).scanMachine));
}

const collect = (id: string, ids: readonly string[] | undefined): readonly string[] => [...(ids ?? []), id];
