import type { Command } from "commander";
import { note } from "../../cli.js";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerRecording(program: Command, does: Does): void {
  program
    .command("doctor")
    .description("Check the recording of sessions, and set it up")
    .option("--yes", "install or mend what is missing without asking")
    .option("--harness <id>", "only this harness")
    .option("--remove", "take Tackroom's hooks out again")
    .addHelpText("after", examples("tack doctor", "tack doctor --yes", "tack doctor --remove --harness claude-code"))
    .action(does(async () => (await import("./run-doctor.js")).runDoctor));
  program
    .command("reconcile")
    .description("Send the sessions on this machine that hooks have missed")
    .option("--harness <id>", "only this harness")
    .option("--since <moment>", "only sessions that changed since then: 36h, 7d, a date (default: 7d)")
    .addHelpText("after", examples("tack reconcile", "tack reconcile --harness codex --since 30d"))
    .action(does(async () => (await import("./reconcile-sessions.js")).reconcileSessions));
  // Answered by bin/tack.cjs, which does not load this program for it; here it is for the help.
  program
    .command("hook")
    .description("Record the event on stdin; harnesses call it")
    .option("--harness <id>", "the harness that calls")
    .option("--event <name>", "the event, where the input does not name it")
    .addHelpText("after", examples("tack hook --harness claude-code < event.json"))
    .action(
      does(async () => async (cli) => {
        // Only as the first word does it get the small program; to fail would stop the harness that calls.
        note(cli, "Nothing was recorded: hook must be the first word, as in: tack hook --harness <id>");
      }),
    );
  program
    .command("send", { hidden: true })
    .description("Send what was recorded; hooks start it")
    .action(does(async () => (await import("./send-recorded.js")).sendRecorded));
}
