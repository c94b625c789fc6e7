import type { Command } from "commander";
import { note } from "../../cli.js";
import type { Does } from "../../run.js";
import { DRY_RUN_OF_FILES, DRY_RUN_OF_SENDING, examples } from "../examples.js";

export function registerRecording(program: Command, does: Does): void {
  program
    .command("doctor")
    .description("Check session recording and set it up")
    .option("--yes", "install or repair hooks without asking")
    .option("--harness <id>", "only this harness")
    .option("--remove", "remove Tackroom's hooks")
    .option("--dry-run", DRY_RUN_OF_FILES)
    .addHelpText("after", examples("tack doctor", "tack doctor --yes", "tack doctor --remove --harness claude-code"))
    .action(does(async () => (await import("./run-doctor.js")).runDoctor));
  program
    .command("reconcile")
    .description("Send sessions on this machine that the hooks missed")
    .option("--harness <id>", "only this harness")
    .option("--since <time>", "only sessions changed since: 36h, 7d, or a date (default: 7d)")
    .option("--dry-run", DRY_RUN_OF_SENDING)
    .addHelpText("after", examples("tack reconcile", "tack reconcile --harness codex --since 30d"))
    .action(does(async () => (await import("./reconcile-sessions.js")).reconcileSessions));
  // Handled by bin/tack.cjs without loading this program; declared here only for the help.
  program
    .command("hook")
    .description("Record the event on standard input (called by harnesses)")
    .option("--harness <id>", "the calling harness")
    .option("--event <name>", "event name, if the input does not contain it")
    .addHelpText("after", examples("tack hook --harness claude-code < event.json"))
    .action(
      does(async () => async (cli) => {
        // The small program is used only if hook is the first argument. Failing here would block the calling harness.
        note(cli, "Nothing was recorded: hook must be the first argument, as in: tack hook --harness <id>");
      }),
    );
  program
    .command("send", { hidden: true })
    .description("Send recorded events (started by hooks)")
    .action(does(async () => (await import("./send-recorded.js")).sendRecorded));
}
