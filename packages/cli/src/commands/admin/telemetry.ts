import { openApi } from "../../api/client.js";
import { consent } from "../../ask.js";
import { say, type Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { printDone, printJson } from "../../output.js";
import { findUser } from "./users.js";

const lines = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "line" : "lines"}`;

/** `tack admin retention` */
export async function showRetention(cli: Cli): Promise<void> {
  const retention = await openApi(cli).call("getRetention");
  if (cli.flags.output === "json") return printJson(cli, retention);
  const { days, projects, due } = retention;
  say(cli, `Telemetry is kept for ${days} days.`);
  for (const own of projects) say(cli, `  ${own.project}: ${own.days} days`);
  say(cli, `The next removal would delete ${lines(due.lines)} of ${due.sessions} sessions.`);
  for (const each of due.projects) say(cli, `  ${each.project}: ${lines(each.lines)} of ${each.sessions} sessions`);
}

interface PurgeOptions {
  readonly user?: string;
  readonly session?: string;
  readonly before?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `tack admin purge` */
export async function purgeTelemetry(cli: Cli, { user, session, before, dryRun, yes }: PurgeOptions): Promise<void> {
  if (user === undefined && session === undefined && before === undefined) {
    throw usageError("Say what to delete with --user, --session or --before.");
  }
  const api = openApi(cli);
  const matching = {
    ...(user === undefined ? {} : { user_id: (await findUser(api, user)).id }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(before === undefined ? {} : { before }),
  };
  const due = await api.call("purgeTelemetry", { body: { ...matching, dry_run: true } });
  if (dryRun) return printDone(cli, `${lines(due.deleted)} would be deleted.`, due);
  await consent(cli, `Delete ${lines(due.deleted)} of telemetry? This cannot be undone.`, yes);
  const done = await api.call("purgeTelemetry", { body: { ...matching, dry_run: false } });
  printDone(cli, `${lines(done.deleted)} deleted.`, done);
}
