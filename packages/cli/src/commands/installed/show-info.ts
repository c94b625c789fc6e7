import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { findItem } from "../../install/find-item.js";
import { callOf, type Kind } from "../../kinds.js";
import { paragraphs, printJson } from "../../output.js";
import { paint } from "../../paint.js";
import { oneLine, printable } from "../../printable.js";

type Detail = ReplyOf<"mcps.getItem">;
type Version = ReplyOf<"mcps.getVersion">;

interface Needed {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

interface Info {
  readonly type: Kind;
  readonly detail: Detail;
  /** The one that was asked for, or the latest. */
  readonly version: Version;
  readonly versions: readonly Version[];
  readonly install: string;
}

const MAX_VERSIONS = 100;

/** `tack info <item>` */
export async function showInfo(cli: Cli, typed: string): Promise<void> {
  const api = openApi(cli);
  const found = await findItem(api, typed, "info");
  const { kind: type } = found;
  const params = { id: found.id };
  const [detail, { items: versions }] = await Promise.all([
    api.call(callOf(type, "getItem"), { params }),
    api.call(callOf(type, "listVersions"), { params, query: { page_size: MAX_VERSIONS } }),
  ]);
  const v = found.version ?? detail.version;
  const version = await api.call(callOf(type, "getVersion"), { params: { ...params, v } });
  const suffix = found.version === undefined ? "" : `@${version.version}`;
  const install = `tack install ${type}:${detail.qualified_name}${suffix}`;
  const info: Info = { type, detail, version, versions, install };
  if (cli.flags.output === "json") {
    return printJson(cli, { type, ...detail, shown_version: version, versions, install, needs: needsOf(info) });
  }
  show(cli, info);
}

const needsOf = ({ version: { extra } }: Info): { variables: Needed[]; headers: Needed[] } => ({
  variables: listOf(extra["environment_variables"]),
  headers: listOf(extra["headers"]),
});

const listOf = (value: unknown): Needed[] =>
  Array.isArray(value) ? value.filter((each: Partial<Needed> | null) => typeof each?.name === "string") : [];

function show(cli: Cli, info: Info): void {
  const { type, detail, version } = info;
  const colors = paint(cli);
  say(cli, `${colors.bold(`${oneLine(detail.qualified_name)} ${version.version}`)}  ${colors.dim(type)}`);
  say(cli, `${paragraphs(cli, printable(version.description))}\n`);
  const rows: (readonly [name: string, text: string])[] = [
    ["Owner", detail.owner],
    ["Versions", versionsText(info)],
    ["Reviewed", reviewedText(info)],
    ["Signature", signedText(info)],
    ["Digest", version.digest ?? "none yet"],
    ["Harnesses", version.supported_harnesses.join(", ") || "any"],
    ...(version.deprecated === null ? [] : [["Deprecated", version.deprecated] as const]),
    ...componentsOf(version),
    ...needsText(info),
  ];
  for (const [name, text] of rows) say(cli, `${colors.dim(name.padEnd(WIDTH))}${oneLine(text)}`);
  say(cli, `${colors.dim("Risks".padEnd(WIDTH))}${version.risk_signals.length === 0 ? "none found" : ""}`);
  for (const { severity, path, file, message } of version.risk_signals) {
    say(cli, `  ${colors.yellow(`! ${severity}`)} ${oneLine(`${file ?? path}: ${message}`)}`);
  }
  say(cli, `\nInstall it: ${colors.bold(info.install)}`);
}

const WIDTH = 12;
const MAX_SHOWN_VERSIONS = 8;

function versionsText({ versions }: Info): string {
  const shown = versions.slice(0, MAX_SHOWN_VERSIONS).map(({ version, status, yanked }) => {
    const state = yanked ? "yanked" : status === "approved" ? "" : status;
    return state === "" ? version : `${version} (${state})`;
  });
  const more = versions.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** Who reviewed it is shown only to owners and reviewers. */
function reviewedText({ detail, version }: Info): string {
  if (version.status !== "approved") return `not yet (${version.status})`;
  const isLatest = version.version === detail.version;
  const [at, by] = isLatest ? [detail.reviewed_at, detail.reviewed_by] : [version.released_at, null];
  return `approved${at === null ? "" : ` on ${at.slice(0, 10)}`}${by === null ? "" : ` by ${by}`}`;
}

/** Every version that was released since then has a statement; the item says it only of its latest one. */
function signedText({ detail, version }: Info): string {
  const isSigned = version.version === detail.version ? detail.signed : version.status === "approved";
  return isSigned ? "release statement signed by the registry" : "none";
}

function componentsOf(version: Version): (readonly [string, string])[] {
  const { components } = version as { components?: readonly { component_type: string; name: string | null }[] };
  if (!Array.isArray(components) || components.length === 0) return [];
  return [["Components", components.map(({ component_type, name }) => `${component_type} ${name ?? ""}`).join(", ")]];
}

const listed = (all: readonly Needed[]): string =>
  all
    .map(({ name, description, required }) => {
      const notes = [description, required === false ? "optional" : ""].filter((text) => text);
      return notes.length === 0 ? name : `${name} (${notes.join("; ")})`;
    })
    .join(", ");

function needsText(info: Info): (readonly [string, string])[] {
  const { variables, headers } = needsOf(info);
  return [
    ...(variables.length === 0 ? [] : [["Variables", listed(variables)] as const]),
    ...(headers.length === 0 ? [] : [["Headers", listed(headers)] as const]),
  ];
}
