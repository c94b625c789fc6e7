import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone, printList } from "../../output.js";
import { readPage, type PageOptions } from "../paging.js";
import { KINDS, type Kind } from "../../kinds.js";

interface GiveOptions {
  readonly rating: string;
  readonly comment?: string;
  readonly anonymous?: boolean;
}

function readKind(text: string): Kind {
  const kind = KINDS.find((each) => each === text);
  if (!kind) throw usageError(`Unknown kind of item "${text}".`, `Use one of ${KINDS.join(", ")}.`);
  return kind;
}

/** `tack feedback give`: there is one rating per user and item, so a second one replaces the first. */
export async function giveFeedback(cli: Cli, kindName: string, item: string, options: GiveOptions): Promise<void> {
  const kind = readKind(kindName);
  const rating = Number(options.rating);
  if (![1, 2, 3, 4, 5].includes(rating))
    throw usageError(`Invalid rating "${options.rating}".`, "Expected a number from 1 to 5.");
  const api = openApi(cli);
  const body = {
    rating,
    ...(options.comment === undefined ? {} : { comment: options.comment }),
    anonymous: options.anonymous ?? false,
  };
  const given = await api
    .call("giveFeedback", { body: { listing_id: item, listing_type: kind, ...body } })
    .catch(async (error: unknown) => {
      if (!(error instanceof CliError) || error.category !== "conflict") throw error;
      const mine = await api.call("getMyFeedback", { params: { type: kind, id: item } });
      return api.call("updateFeedback", { params: { id: mine.id }, body });
    });
  printDone(cli, `Rated ${item} ${"★".repeat(given.rating)}.`, given);
}

/** `tack feedback list` */
export async function listFeedback(cli: Cli, kindName: string, item: string, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list("listFeedback", {
    params: { type: readKind(kindName), id: item },
    query: page,
  });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "RATING", of: ({ rating }) => "★".repeat(rating) },
      { title: "COMMENT", of: ({ comment }) => comment },
      { title: "BY", of: ({ user_name, is_own }) => `${user_name ?? "anonymous"}${is_own ? " (its author)" : ""}` },
      { title: "WHEN", of: ({ updated_at }) => updated_at },
    ],
    `No ratings yet. Be the first: tack feedback give ${kindName} ${item} --rating 5`,
  );
}
