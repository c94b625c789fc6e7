import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { createFeed } from "./create-feed.js";
import { deleteFeed } from "./delete-feed.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { getFeed } from "./get-feed.js";
import { listFeeds } from "./list-feeds.js";
import { rotateFeed } from "./rotate-feed.js";
import { updateFeed } from "./update-feed.js";

export function mountFeeds(mount: Mount, deps: FeedsDeps): void {
  mount(contract.listFeeds, ({ query }, context) => listFeeds(deps, query, context));
  mount(contract.createFeed, ({ body }, context) => createFeed(deps, body, context));
  mount(contract.getFeed, ({ params }, context) => getFeed(deps, params, context));
  mount(contract.updateFeed, ({ params, body }, context) => updateFeed(deps, { ...body, ...params }, context));
  mount(contract.rotateFeed, ({ params }, context) => rotateFeed(deps, params, context));
  mount(contract.deleteFeed, ({ params }, context) => deleteFeed(params, context));
}
