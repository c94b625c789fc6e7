import { readFileSync } from "node:fs";
import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone, printList, printThing } from "../../output.js";

/** `tack admin settings` */
export async function showSettings(cli: Cli, key: string | undefined): Promise<void> {
  const api = openApi(cli);
  if (key !== undefined) return printThing(cli, await api.call("getSetting", { params: { key } }));
  const items = await api.call("listSettings");
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "KEY", of: (setting) => setting.key },
      { title: "VALUE", of: ({ value }) => value },
      {
        title: "FROM",
        of: ({ is_set, is_externally_managed }) => (is_externally_managed ? "outside" : is_set ? "here" : "default"),
      },
      { title: "DESCRIPTION", of: ({ description }) => description },
    ],
    "There are no settings.",
  );
}

interface SetOptions {
  readonly fromFile?: string;
  readonly unset?: boolean;
}

/** `tack admin set` */
export async function setSetting(cli: Cli, key: string, value: string | undefined, options: SetOptions): Promise<void> {
  const api = openApi(cli);
  if (options.unset) {
    await api.call("deleteSetting", { params: { key } });
    return printDone(cli, `${key} has its default again.`, { key, unset: true });
  }
  const text = options.fromFile === undefined ? value : readValue(options.fromFile);
  if (text === undefined) throw usageError(`What is ${key} to be?`, "Give a value, --from-file <file> or --unset.");
  const setting = await api.call("putSetting", { params: { key }, body: { value: text } });
  printDone(
    cli,
    `${key} is set.${setting.restart_required ? " It holds from the next start of the server." : ""}`,
    setting,
  );
}

function readValue(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new CliError("validation", `${path} cannot be read.`, {
      resource: path,
      remediation: "Check the name after --from-file.",
      cause: error,
    });
  }
}
