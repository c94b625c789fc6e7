import { openApi, type Api } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone, printList } from "../../output.js";
import { referenceTo } from "../people.js";
import { callOf, type Kind } from "../../kinds.js";

const LIMIT = 200;

const coAuthorsOf = (api: Api, kind: Kind, item: string) =>
  api.list(callOf(kind, "listCoAuthors"), { params: { id: item }, query: { limit: LIMIT } });

export function listCoAuthorsOf(kind: Kind) {
  return async (cli: Cli, item: string): Promise<void> => {
    const found = await coAuthorsOf(openApi(cli), kind, item);
    printList(
      cli,
      { ...found, limit: LIMIT },
      [
        { title: "USERNAME", of: ({ username }) => username },
        { title: "EMAIL", of: ({ email }) => email },
        { title: "ID", of: ({ id }) => id },
      ],
      "No co-authors.",
    );
  };
}

export function addCoAuthorOf(kind: Kind) {
  return async (cli: Cli, item: string, person: string): Promise<void> => {
    const body = referenceTo(person);
    const added = await openApi(cli).call(callOf(kind, "addCoAuthor"), { params: { id: item }, body });
    printDone(cli, `${person} is now a co-author of ${item}.`, added);
  };
}

export function removeCoAuthorOf(kind: Kind) {
  return async (cli: Cli, item: string, person: string): Promise<void> => {
    const api = openApi(cli);
    const { items } = await coAuthorsOf(api, kind, item);
    const found = items.find(({ id, username, email }) => [id, username, email].includes(person));
    if (!found) {
      throw new CliError("not_found", `${person} is not a co-author of ${item}.`, {
        remediation: `List the co-authors: tack registry ${kind} co-authors list ${item}`,
      });
    }
    await api.call(callOf(kind, "removeCoAuthor"), { params: { id: item, user_id: found.id } });
    printDone(cli, `${person} is no longer a co-author of ${item}.`, { removed: found.id });
  };
}
