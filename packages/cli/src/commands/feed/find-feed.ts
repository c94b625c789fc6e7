import type { ReplyOf } from "@tackroom/contract/calls";
import type { Api } from "../../api/client.js";
import { CliError } from "../../errors.js";
import { isUuid } from "../people.js";

type Feed = ReplyOf<"getFeed">;

const PAGE = 100;

/** By its ID, its name, or the start of its address that `tack feed list` prints. */
export async function findFeed(api: Api, typed: string): Promise<Feed> {
  if (isUuid(typed)) return api.call("getFeed", { params: { id: typed } });
  const feeds = await allFeeds(api);
  const named = feeds.filter(({ name }) => name === typed);
  const matches = named.length > 0 ? named : feeds.filter(({ prefix }) => prefix === typed);
  const [first, ...others] = matches;
  if (first === undefined) {
    throw new CliError("not_found", `No feed is called ${typed}.`, {
      resource: typed,
      remediation: "List your feeds: tack feed list",
    });
  }
  if (others.length === 0) return first;
  const lines = matches.map(({ id, name, prefix }) => `\n  ${id}  ${name}  ${prefix}`).join("");
  throw new CliError("conflict", `${matches.length} feeds match ${typed}:${lines}`, {
    resource: typed,
    remediation: "Pass the ID of one of them.",
  });
}

async function allFeeds(api: Api): Promise<readonly Feed[]> {
  const feeds: Feed[] = [];
  for (;;) {
    const page = await api.list("listFeeds", { query: { limit: PAGE, offset: feeds.length } });
    feeds.push(...page.items);
    if (page.items.length === 0 || feeds.length >= page.total) return feeds;
  }
}
