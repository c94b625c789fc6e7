import type { BodyOf, ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { consent } from "../../ask.js";
import { note, say, type Cli } from "../../cli.js";
import { findItem } from "../../install/find-item.js";
import { printDone, printJson, printList } from "../../output.js";
import { wholeNumber } from "../numbers.js";
import { readPage, type PageOptions } from "../paging.js";
import { findTeam } from "../team/teams.js";
import { findFeed } from "./find-feed.js";

type Feed = ReplyOf<"getFeed">;

const CONTENTS: Readonly<Record<Feed["content"], string>> = {
  public: "the public catalogue",
  team: "a team's items",
  items: "a list of items",
  visible: "all that its creator may see",
};

const expiryOf = ({ is_live, expires_at }: Feed): string => {
  if (!is_live) return "does not answer";
  return expires_at ?? "never";
};

/** `tack feed list` */
export async function listFeeds(cli: Cli, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list("listFeeds", { query: page });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "ID", of: ({ id }) => id },
      { title: "NAME", of: ({ name }) => name },
      { title: "BEGINS", of: ({ prefix }) => prefix },
      { title: "SHOWS", of: ({ content }) => CONTENTS[content] },
      { title: "EXPIRES", of: expiryOf },
      { title: "LAST USED", of: ({ last_used_at }) => last_used_at ?? "never" },
      { title: "USES", of: ({ use_count }) => String(use_count) },
    ],
    "No feeds. Create one: tack feed create <name>",
  );
}

interface CreateOptions {
  readonly public?: boolean;
  readonly team?: string;
  readonly item?: readonly string[];
  readonly expiresInDays?: string;
}

async function readContent(
  api: Api,
  options: CreateOptions,
): Promise<Pick<BodyOf<"createFeed">, "content" | "team_id" | "items">> {
  if (options.public) return { content: "public" };
  if (options.team !== undefined) return { content: "team", team_id: (await findTeam(api, options.team)).id };
  if (options.item === undefined) return { content: "visible" };
  const items: string[] = [];
  for (const typed of options.item) items.push((await findItem(api, typed, "feed create <name> --item")).id);
  return { content: "items", items };
}

/** `tack feed create` */
export async function createFeed(cli: Cli, name: string, options: CreateOptions): Promise<void> {
  const days = wholeNumber("--expires-in-days", options.expiresInDays);
  const api = openApi(cli);
  const body = { name, ...(await readContent(api, options)), ...(days === undefined ? {} : { expires_in_days: days }) };
  showAddress(cli, await api.call("createFeed", { body }));
}

/** Prints only the address on stdout, so that scripts can capture it. */
function showAddress(cli: Cli, made: ReplyOf<"createFeed">): void {
  if (cli.flags.output === "json") return printJson(cli, made);
  note(
    cli,
    `Save this address; it is not shown again. Anyone who has it can read ${CONTENTS[made.content]}, without signing in:`,
  );
  say(cli, made.url);
}

interface Confirmed {
  readonly yes?: boolean;
}

/** `tack feed rotate` */
export async function rotateFeed(cli: Cli, typed: string, { yes }: Confirmed): Promise<void> {
  const api = openApi(cli);
  const feed = await findFeed(api, typed);
  const question = `Rotate the feed "${feed.name}"? Clients with the old address stop working until they have the new one.`;
  await consent(cli, question, yes);
  showAddress(cli, await api.call("rotateFeed", { params: { id: feed.id } }));
}

/** `tack feed revoke` */
export async function revokeFeed(cli: Cli, typed: string, { yes }: Confirmed): Promise<void> {
  const api = openApi(cli);
  const feed = await findFeed(api, typed);
  await consent(cli, `Revoke the feed "${feed.name}"? Every client with its address stops working.`, yes);
  await api.call("deleteFeed", { params: { id: feed.id } });
  printDone(cli, `Revoked the feed "${feed.name}".`, { revoked: feed.id });
}
