import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerConfig(program: Command, does: Does): void {
  program
    .command("config")
    .description("Show or change the settings of tack on this machine")
    .argument("[name]", "setting to show or change: server_url or timeout; list shows all with their sources")
    .argument("[value]", "new value")
    .addHelpText("after", examples("tack config list", "tack config", "tack config timeout 60"))
    .action(does(async () => (await import("./config-values.js")).configValues));
}
