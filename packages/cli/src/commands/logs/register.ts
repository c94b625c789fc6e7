import { Argument, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerLogs(program: Command, does: Does): void {
  program
    .command("logs")
    .description("Show the log of the server that tack started here, or what the recorder has to say")
    .addArgument(new Argument("[of]", "whose log").choices(["server", "recorder"]).default("server"))
    .option("-f, --follow", "keep showing new lines of the server's log")
    .option("-n, --lines <number>", "number of lines to show first (default: 100)")
    .option("-d, --data-dir <path>", "data directory of the server (env: DATA_DIR, default: ./data)")
    .addHelpText("after", examples("tack logs -f", "tack logs -n 20 --data-dir ~/tackroom", "tack logs recorder"))
    .action(does(async () => (await import("./show-logs.js")).showLogs));
}
