import { openApi } from "../../api/client.js";
import { consent } from "../../ask.js";
import { note, say, type Cli } from "../../cli.js";
import { printDone, printJson, printList } from "../../output.js";
import { wholeNumber } from "../numbers.js";

/** `tack keys create` */
export async function createKey(
  cli: Cli,
  name: string,
  options: { readonly environment?: "live" | "test" | "dev"; readonly expiresInDays?: string },
): Promise<void> {
  const days = wholeNumber("--expires-in-days", options.expiresInDays);
  const made = await openApi(cli).call("createKey", {
    body: {
      name,
      ...(options.environment === undefined ? {} : { environment: options.environment }),
      ...(days === undefined ? {} : { expires_in_days: days }),
    },
  });
  showOnce(cli, made.key, made);
}

/** Prints only the key on stdout, so that scripts can capture it. */
function showOnce(cli: Cli, key: string, reply: unknown): void {
  if (cli.flags.output === "json") return printJson(cli, reply);
  note(cli, "Save this key; it is not shown again:");
  say(cli, key);
}

/** `tack keys list` */
export async function listKeys(cli: Cli, { status }: { readonly status?: string }): Promise<void> {
  const limit = 100;
  const page = await openApi(cli).list("listKeys", { query: { status, limit } });
  printList(
    cli,
    { ...page, limit },
    [
      { title: "ID", of: ({ id }) => id },
      { title: "NAME", of: ({ name }) => name },
      { title: "BEGINS", of: ({ prefix }) => prefix },
      { title: "LAST USED", of: ({ last_used_at }) => last_used_at ?? "never" },
      { title: "EXPIRES", of: ({ expires_at }) => expires_at ?? "never" },
      { title: "REVOKED", of: ({ revoked_at }) => revoked_at },
    ],
    "No API keys. Create one: tack keys create <name>",
  );
}

/** `tack keys rotate` */
export async function rotateKey(
  cli: Cli,
  id: string,
  options: { readonly gracePeriodHours?: string; readonly immediate?: boolean },
): Promise<void> {
  const hours = wholeNumber("--grace-period-hours", options.gracePeriodHours);
  const rotated = await openApi(cli).call("rotateKey", {
    params: { id },
    body: { ...(hours === undefined ? {} : { grace_period_hours: hours }), immediate: options.immediate ?? false },
  });
  showOnce(cli, rotated.new_key, rotated);
}

/** `tack keys revoke` */
export async function revokeKey(cli: Cli, id: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  await consent(cli, `Revoke the key ${id}? Anything that uses it stops working.`, yes);
  await openApi(cli).call("deleteKey", { params: { id } });
  printDone(cli, `Revoked the key ${id}.`, { revoked: id });
}
