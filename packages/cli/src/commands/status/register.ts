import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerStatus(program: Command, does: Does): void {
  program
    .command("status")
    .description("Show the health of the server and its stores")
    .addHelpText("after", examples("tack status", "tack status --server https://tack.example.com -o json"))
    .action(does(async () => (await import("./show-status.js")).showStatus));
}
