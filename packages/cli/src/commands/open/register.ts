import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerOpen(program: Command, does: Does): void {
  program
    .command("open [name]")
    .description("Open an item, a session or the home page in the browser")
    .option("--print", "print the address instead of opening it")
    .addHelpText("after", examples("tack open", "tack open skill:ada/tidy", "tack open 5f0c… --print"))
    .action(does(async () => (await import("./open-page.js")).openPage));
}
