import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";

export function registerInbox(program: Command, does: Does): void {
  pageOptions(program.command("inbox"))
    .description("List your notifications, newest first")
    .option("--unread", "only those that you have not read")
    .addOption(new Option("--read-all", "mark all as read").conflicts(["unread", "limit", "offset"]))
    .addOption(sendsNothing())
    .addHelpText("after", examples("tack inbox --unread", "tack inbox --read-all"))
    .action(does(async () => (await import("./inbox.js")).inbox));
}
