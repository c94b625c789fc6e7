import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerDemo(program: Command, does: Does): void {
  program
    .command("demo")
    .description("Fill a fresh server with people, components, reviews and sessions, to see it alive")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("tack demo"))
    .action(does(async () => (await import("./fill-server.js")).fillServer));
}
