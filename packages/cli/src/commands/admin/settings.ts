import { readFileSync } from "node:fs";
import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { consent, warn } from "../../ask.js";
import { isInteractive, type Cli } from "../../cli.js";
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
      { title: "NAME", of: ({ label }) => label },
      { title: "VALUE", of: ({ value }) => value },
      {
        title: "SOURCE",
        of: ({ is_set, managed_by }) => managed_by ?? (is_set ? "saved" : "default"),
      },
      { title: "DESCRIPTION", of: ({ description }) => description },
    ],
    "No settings.",
  );
}

interface SetOptions {
  readonly fromFile?: string;
  readonly unset?: boolean;
  readonly force?: boolean;
}

/** `tack admin set` */
export async function setSetting(cli: Cli, key: string, value: string | undefined, options: SetOptions): Promise<void> {
  const api = openApi(cli);
  if (options.unset) {
    await confirmRisks(cli, api, { key, value: undefined, force: options.force });
    const { warnings = [] } = await api.call("deleteSetting", { params: { key } });
    warnUnlessJson(cli, warnings);
    return printDone(cli, `Restored the default of ${key}.`, { key, unset: true, warnings });
  }
  const text = options.fromFile === undefined ? value : readValue(options.fromFile);
  if (text === undefined) throw usageError(`Missing value for ${key}.`, "Pass a value, --from-file <file> or --unset.");
  await confirmRisks(cli, api, { key, value: text, force: options.force });
  const setting = await api.call("putSetting", { params: { key }, body: { value: text } });
  warnUnlessJson(cli, setting.warnings ?? []);
  printDone(
    cli,
    `Set ${key}.${setting.restart_required ? " Takes effect after a restart of the server." : ""}`,
    setting,
  );
}

interface Change {
  readonly key: string;
  /** Undefined: the default. */
  readonly value: string | undefined;
  readonly force: boolean | undefined;
}

/**
 * Asks for confirmation before a dangerous change. Without a terminal, only a change that would lock users out, including the
 * caller, who could not undo it afterwards, needs --force: scripts say what they mean.
 */
async function confirmRisks(cli: Cli, api: Api, { key, value, force }: Change): Promise<void> {
  if (force) return;
  const { warnings, consequence } = await risksOf(api, key, value);
  const undo = `To undo this on the server's machine, run: tack server unset-setting ${key}`;
  if (!isInteractive(cli)) {
    if (warnings.length > 0) {
      throw usageError(`${key} was not changed. ${warnings.join(" ")}`, `Pass --force to change it anyway. ${undo}`);
    }
    if (consequence) warnUnlessJson(cli, [consequence]);
    return;
  }
  const reasons = [...(consequence ? [consequence] : []), ...warnings, ...(warnings.length > 0 ? [undo] : [])];
  if (reasons.length > 0) await consent(cli, `${reasons.join("\n")}\nChange ${key} anyway?`, false);
}

async function risksOf(api: Api, key: string, value: string | undefined): Promise<ReplyOf<"checkSetting">> {
  try {
    const body = value === undefined ? {} : { value };
    return await api.call("checkSetting", { params: { key }, body });
  } catch (error) {
    // The server is too old to have this check, or the setting is unknown, which the change itself will report.
    if (error instanceof CliError && error.category === "not_found") return { warnings: [], consequence: null };
    throw error;
  }
}

/** In JSON, warnings are part of the result. */
function warnUnlessJson(cli: Cli, warnings: readonly string[]): void {
  if (cli.flags.output === "table") warn(cli, warnings);
}

function readValue(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new CliError("validation", `Cannot read ${path}.`, {
      resource: path,
      remediation: "Check the path passed to --from-file.",
      cause: error,
    });
  }
}
