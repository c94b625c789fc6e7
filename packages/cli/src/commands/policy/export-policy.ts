import { resolve } from "node:path";
import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { note, sayJson, type Cli } from "../../cli.js";
import { secretVariable } from "../../config.js";
import { usageError } from "../../errors.js";
import { printDone, printJson } from "../../output.js";
import { DRY_RUN } from "../../install/write-desk.js";
import { writeFileAtomically } from "../../write-file.js";
import { findFeed } from "../feed/find-feed.js";

interface ExportOptions {
  readonly feed?: string;
  readonly secret?: string;
  readonly newFeed?: string;
  readonly file?: string;
  readonly dryRun?: boolean;
}

type Policy = ReplyOf<"getPolicy">;

/** `tack policy export` */
export async function exportPolicy(cli: Cli, harness: Policy["harness"], options: ExportOptions): Promise<void> {
  const api = openApi(cli);
  const feed = await readFeed(cli, api, options);
  const policy = await api.call("getPolicy", {
    params: { harness },
    query: feed === undefined ? {} : { feed_id: feed.id },
  });
  const filled = { ...policy, ...fillSecret(policy, feed?.secret) };
  for (const text of filled.notes) note(cli, `Note: ${text}`);
  for (const { platform, path } of filled.places) note(cli, `On ${SYSTEMS[platform]}: ${path}`);
  if (options.dryRun) note(cli, DRY_RUN);
  if (options.file === undefined || options.dryRun) {
    if (cli.flags.output === "json") return printJson(cli, filled);
    return sayJson(cli, filled.content);
  }
  const path = resolve(cli.cwd, options.file);
  // The address in it is a secret of the organisation until it is on its machines.
  writeFileAtomically(path, filled.content, 0o600);
  printDone(cli, `Wrote the settings for ${filled.display_name} to ${path}.`, { ...filled, file: path });
}

const SYSTEMS: Readonly<Record<Policy["places"][number]["platform"], string>> = {
  macos: "macOS",
  linux: "Linux",
  windows: "Windows",
};

interface FeedWithSecret {
  readonly id: string;
  readonly secret: string;
}

async function readFeed(cli: Cli, api: Api, options: ExportOptions): Promise<FeedWithSecret | undefined> {
  if (options.newFeed !== undefined && options.dryRun) {
    note(cli, `Would create the feed "${options.newFeed}", whose address would be in the file.`);
    return undefined;
  }
  if (options.newFeed !== undefined) {
    const made = await api.call("createFeed", { body: { name: options.newFeed, content: "public" } });
    note(cli, `Created the feed "${made.name}". Its address is in the file and is not shown again.`);
    return made;
  }
  if (options.feed === undefined) return undefined;
  const feed = await findFeed(api, options.feed);
  return { id: feed.id, secret: secretOf(options.secret ?? secretVariable(cli, "TACK_FEED_SECRET"), feed) };
}

/** From the secret itself, or from an address with it. */
function secretOf(given: string | undefined, { name, prefix }: ReplyOf<"getFeed">): string {
  if (given === undefined) {
    throw usageError(
      `The server does not know the secret of the feed "${name}", and the file needs it.`,
      "Set TACK_FEED_SECRET, rotate the feed to get a new secret, or create one with --new-feed <name>.",
    );
  }
  const secret = /^[\w-]{43}$/.exec(given)?.[0] ?? /\/c\/([\w-]{43})(?:\/|$)/.exec(given)?.[1];
  if (secret?.startsWith(prefix) === true) return secret;
  throw usageError(
    `This is not the secret of the feed "${name}".`,
    `It has 43 characters and begins with ${prefix}; its address is accepted too.`,
  );
}

/** Only here, on the admin's machine, does the secret get into the file. */
function fillSecret(
  { content, marketplace_url, secret_placeholder }: Policy,
  secret: string | undefined,
): Pick<Policy, "content" | "marketplace_url" | "secret_placeholder"> {
  if (secret_placeholder === null || secret === undefined) return { content, marketplace_url, secret_placeholder };
  const filled = (text: string): string => text.replaceAll(secret_placeholder, secret);
  return {
    content: filled(content),
    marketplace_url: marketplace_url && filled(marketplace_url),
    secret_placeholder: null,
  };
}
