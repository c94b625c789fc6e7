import type { Session, SessionOutline } from "@tackroom/contract";
import { openApi, type Api } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { printJson, table } from "../../output.js";
import { paint } from "../../paint.js";
import { oneLine } from "../../printable.js";
import { costText } from "../cost-words.js";
import { findSession, refOf, type SessionOptions } from "./find-session.js";
import { activeText, costOf, momentText, nameOf, stateOf } from "./session-words.js";
import { stepLine } from "./step-lines.js";

interface ShowOptions extends SessionOptions {
  readonly steps: boolean;
}

/** `tack sessions show` */
export async function showSession(cli: Cli, typed: string | undefined, options: ShowOptions): Promise<void> {
  const api = openApi(cli);
  const session = await findSession(api, typed, options);
  const outline = await api.call("getSessionOutline", refOf(session));
  if (cli.flags.output === "json") return printJson(cli, { ...session, outline });
  showHead(cli, session, outline);
  showPrompts(cli, outline);
  showFiles(cli, outline);
  showFailures(cli, outline);
  if (options.steps) await showSteps(cli, api, session);
}

function showHead(cli: Cli, session: Session, { totals }: SessionOutline): void {
  const { bold, dim } = paint(cli);
  say(cli, bold(oneLine(nameOf(session) || session.session_id)));
  const unpriced = session.unpriced_models.map((model) => model || "an unnamed model").join(", ");
  const rows: [string, string][] = [
    ["session", session.session_id],
    ["state", stateOf(session)],
    ["project", [session.project_name, session.git_branch].filter(Boolean).join(" · ")],
    ["harness", [session.harness, session.agent_name, ...session.models].filter(Boolean).join(" · ")],
    ["person", session.user_name ?? "deleted"],
    [
      "time",
      `${momentText(session.started_at)} – ${momentText(session.last_event_at)}, active ${activeText(totals.active_ms)}`,
    ],
    ["calls", `${totals.tool_calls}, ${totals.failures} failed`],
    ["changes", `${totals.files} files, +${totals.added} −${totals.removed}`],
    ["cost", `${costOf(session)}${unpriced && ` (no price for ${unpriced})`}`],
  ];
  for (const [name, value] of rows) say(cli, `${dim(name.padEnd(9))}${oneLine(value)}`);
}

function heading(cli: Cli, text: string): void {
  say(cli, `\n${paint(cli).bold(text)}`);
}

function showPrompts(cli: Cli, { turns }: SessionOutline): void {
  const prompts = turns.filter(({ text }) => text !== null);
  if (prompts.length === 0) return;
  heading(cli, "Prompts");
  const columns = [
    { title: "TIME", of: ({ started_at: at }: (typeof prompts)[number]) => momentText(at) },
    { title: "PROMPT", of: ({ text }: (typeof prompts)[number]) => text },
    { title: "CALLS", of: ({ tool_calls: calls }: (typeof prompts)[number]) => calls },
    { title: "FAILED", of: ({ failures }: (typeof prompts)[number]) => failures || null },
    { title: "ACTIVE", of: ({ duration_ms: ms }: (typeof prompts)[number]) => activeText(ms) },
    { title: "COST", of: ({ cost_usd: cost }: (typeof prompts)[number]) => costText(cost) },
  ];
  say(cli, table(cli, prompts, columns));
}

function showFiles(cli: Cli, { files, totals }: SessionOutline): void {
  if (files.length === 0) return;
  heading(cli, "Changed files");
  for (const { path, added, removed } of files) say(cli, `${oneLine(path)}  +${added} −${removed}`);
  if (totals.files > files.length) say(cli, paint(cli).dim(`and ${totals.files - files.length} more`));
}

function showFailures(cli: Cli, { failures, totals }: SessionOutline): void {
  if (failures.length === 0) return;
  heading(cli, "Failures");
  for (const { summary } of failures) say(cli, oneLine(summary));
  if (totals.failures > failures.length) say(cli, paint(cli).dim(`and ${totals.failures - failures.length} more`));
}

const PAGE = 200;

async function showSteps(cli: Cli, api: Api, session: Session): Promise<void> {
  heading(cli, "Steps");
  const { params, query } = refOf(session);
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await api.list("listSessionEvents", { params, query: { ...query, limit: PAGE, offset } });
    for (const line of items.flatMap((event) => stepLine(cli, event) ?? [])) say(cli, line);
    if (items.length < PAGE) return;
  }
}
