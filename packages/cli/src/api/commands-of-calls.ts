import { ITEM_KINDS, typeOfKind } from "@tackroom/contract";

/** Calls that have a command of their own. `*` is one part of the path, which the command gets if it has a `*` too. */
const COMMANDS: Readonly<Record<string, string>> = {
  "GET /admin/canaries/*": "tack admin canaries list *",
  "GET /admin/settings": "tack admin settings",
  "GET /admin/users": "tack admin users",
  "GET /budgets": "tack budgets list",
  "GET /feeds": "tack feed list",
  "DELETE /feeds/*": "tack feed revoke *",
  "GET /keys": "tack keys list",
  "DELETE /keys/*": "tack keys revoke *",
  "GET /me/updates": "tack list",
  "GET /registry/transfers": "tack registry transfers",
  "GET /review": "tack review list",
  "GET /sessions": "tack sessions list",
  "GET /teams": "tack team list",
  "GET /teams/all": "tack team list --all",
  "GET /teams/*/members": "tack team show *",
  ...Object.fromEntries(
    ITEM_KINDS.flatMap((kind) => {
      const [path, words] = [`/${typeOfKind(kind)}/*`, `tack registry ${kind}`];
      return [
        [`PATCH ${path}/archive`, `${words} archive *`],
        [`PATCH ${path}/unarchive`, `${words} archive * --undo`],
        [`GET ${path}/versions`, `${words} versions *`],
        [`POST ${path}/versions`, `${words} release *`],
        [`PUT ${path}/draft`, `${words} edit *`],
        [`GET ${path}/co-authors`, `${words} co-authors list *`],
      ];
    }),
  ),
};

const CALL = /\b(GET|POST|PUT|PATCH|DELETE) \/api\/v1(\/[^\s,;]*[^\s,;.])/g;
const CALL_AT_END = /:? ((?:GET|POST|PUT|PATCH|DELETE) \/api\/v1\/\S+)$/;

function commandOf(method: string, path: string): string {
  const parts = path.split("/").slice(1);
  for (const [call, command] of Object.entries(COMMANDS)) {
    const [own = "", ...pattern] = call.split("/");
    const fits = pattern.length === parts.length && pattern.every((part, at) => part === "*" || part === parts[at]);
    if (fits && own.trim() === method) {
      const given = parts[pattern.indexOf("*")] ?? "";
      return command.replace("*", given.replace(/^\{(.*)\}$/, "<$1>"));
    }
  }
  return `tack api ${method} /api/v1${path}`;
}

/** The text with commands instead of calls of the API, which people would have to translate. */
export const withCommands = (text: string): string =>
  text.replaceAll(CALL, (_, method: string, path: string) => commandOf(method, path));

/** A message of the server, and what its last sentence says to do about it if that is a call of the API. */
export function splitRemedy(detail: string): { readonly message: string; readonly remedy: string | undefined } {
  const sentences = detail.replace(/\.$/, "");
  const end = sentences.lastIndexOf(". ");
  const last = sentences.slice(end + 2);
  if (end === -1 || !CALL_AT_END.test(last)) return { message: withCommands(detail), remedy: undefined };
  return {
    message: withCommands(detail.slice(0, end + 1)),
    remedy: withCommands(last.replace(CALL_AT_END, ": $1")),
  };
}
