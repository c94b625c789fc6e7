import { asCalled } from "../../called-as.js";
import { say, type Cli } from "../../cli.js";
import { readConfig, serverOf } from "../../config.js";
import { printJson } from "../../output.js";
import { oneLine } from "../../printable.js";
import { reportOutbox } from "../../recording/outbox-report.js";
import { recordingPlaces } from "../../recording/places.js";

/** The recorder keeps no log: what it could not send, and why, is part of its outbox until it is sent. */
export function showRecorder(cli: Cli): void {
  const server = serverOf(cli, readConfig(cli));
  const report = reportOutbox(recordingPlaces(cli.home), Date.now(), (key) => key.server === server);
  if (cli.flags.output === "json") return printJson(cli, report);
  const { spooled, unrecorded, waiting, open, held, waits, troubled } = report;
  say(cli, `${waiting} lines and events waiting, ${spooled} hook events not read yet, ${open} sessions not complete.`);
  if (held > 0) say(cli, `${held} sessions belong to another server or account.`);
  for (const { server: to, sessions, reason, until } of waits) {
    const next = new Date(until).toISOString().slice(11, 19);
    say(cli, `${oneLine(to)}: ${sessions} sessions wait until ${next} UTC: ${oneLine(reason)}`);
  }
  for (const { path, reason } of [...unrecorded, ...troubled]) say(cli, `${oneLine(path)}: ${oneLine(reason)}`);
  if (waits.length + unrecorded.length + troubled.length > 0)
    say(cli, asCalled(cli, "To send everything again, run: tack reconcile"));
}
