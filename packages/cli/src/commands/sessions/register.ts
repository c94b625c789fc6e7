import { SESSION_STATES } from "@tackroom/contract/session-states";
import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { RANGE_HELP } from "../date-range.js";
import { examples } from "../examples.js";
import { pageOptions } from "../paging.js";

/** As the contract names them; its list is not loaded here, because that would load all schemas. */
const SORTS = ["last_event", "started", "calls", "failures"];

export function registerSessions(program: Command, does: Does, isTyped: IsTyped): void {
  const sessions = program.command("sessions").description("List recorded sessions, read one, or follow it live");
  if (!isTyped("sessions")) return;
  registerList(sessions, does);
  ofSession(sessions.command("show [session]"))
    .description("Show the prompts, changed files, failures, cost and steps of a session (default: the latest)")
    .option("--no-steps", "leave out the steps")
    .addHelpText("after", examples("tack sessions show", "tack sessions show 5f0c… --no-steps"))
    .action(does(async () => (await import("./show-session.js")).showSession));
  ofSession(sessions.command("tail [session]"))
    .description("Follow a session until it ends (default: the latest); with -o json, one event per line")
    .option("-n, --lines <number>", "number of earlier steps to show first (default: 10)")
    .addHelpText("after", examples("tack sessions tail", "tack sessions tail 5f0c… -n 50"))
    .action(does(async () => (await import("./tail-session.js")).tailSession));
}

const ofSession = (command: Command): Command =>
  command
    .option("--harness <harness>", "harness of the session, if its ID is ambiguous")
    .option("--project <project>", "project of the session, if its ID is ambiguous")
    .option("--person <person>", "user of the session, if its ID is ambiguous");

function registerList(sessions: Command, does: Does): void {
  pageOptions(sessions.command("list", { isDefault: true }))
    .description("List sessions, latest first")
    .option("--search <words>", "search the text of the sessions")
    .option("--range <period>", `period: ${RANGE_HELP}`)
    .option("--person <person>", "email, username or ID of a user, or me; others are visible to admins")
    .option("--team <handle>", "sessions of the members of a team")
    .option("--my-teams", "sessions of the members of your teams")
    .option("--project <project>", "project")
    .option("--harness <harness>", "harness")
    .option("--agent <agent>", "name or ID of an agent")
    .option("--model <model>", "model")
    .option("--mcp <server>", "sessions that called a tool of this MCP server")
    .option("--tool <tool>", "sessions that called this tool")
    .option("--error <error>", "sessions with this error, as the dashboard names it")
    .addOption(new Option("--state <state>", "state").choices(SESSION_STATES))
    .option("--failed", "only sessions with failures")
    .option("--failed-calls", "only sessions with failed tool calls")
    .option("--subagents", "also list the sessions of subagents")
    .addOption(new Option("--sort <order>", "order").choices(SORTS))
    .addHelpText(
      "after",
      examples("tack sessions", "tack sessions list --person me --range 7d --failed", "tack sessions list -o json"),
    )
    .action(does(async () => (await import("./list-sessions.js")).listSessions));
}
