import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { RANGE_HELP } from "../date-range.js";
import { examples } from "../examples.js";

export function registerCost(program: Command, does: Does): void {
  program
    .command("cost")
    .description("Show what recorded sessions cost; admins see all users")
    .addOption(
      new Option("--by <group>", "what to add up by")
        .choices(["agent", "person", "model", "day", "harness", "team"])
        .default("agent"),
    )
    .option("--range <period>", `period: ${RANGE_HELP} (default: 30d)`)
    .addHelpText("after", examples("tack cost", "tack cost --by model --range 7d", "tack cost --by day -o json"))
    .action(does(async () => (await import("./show-cost.js")).showCost));
}
