import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerConfig(program: Command, does: Does): void {
  program
    .command("config")
    .description("What tack remembers on this machine; with a name and a value, change it")
    .argument("[name]", "server_url or timeout")
    .argument("[value]", "what it is to be")
    .addHelpText("after", examples("tack config", "tack config timeout 60"))
    .action(does(async () => (await import("./config-values.js")).configValues));
}
