import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApi, type Api } from "../../api/client.js";
import { isInteractive, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone } from "../../output.js";
import { callOf, type Kind } from "../../kinds.js";

interface EditOptions {
  readonly fromFile?: string;
  readonly submit?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that the server manages and users cannot edit. */
const NOT_EDITED = new Set(
  "id namespace slug qualified_name owner team_id visibility is_private status rejection_reason updated_at submitted_by created_at download_count user_permission version_id digest deprecated risk_signals".split(
    " ",
  ),
);

/** `tack registry <kind> edit`: locks the item for other editors, and unlocks it however the edit ends. */
export function editOf(kind: Kind) {
  return async (cli: Cli, item: string, options: EditOptions): Promise<void> => {
    const api = openApi(cli);
    const params = { id: item };
    const locks = !cli.flags.sendsNothing;
    if (locks) await api.call(callOf(kind, "startEdit"), { params });
    const save = (body: Fields): Promise<unknown> => api.call(callOf(kind, "updateDraft"), { params, body });
    let changed: unknown;
    try {
      changed =
        options.fromFile === undefined
          ? await editByHand(cli, { kind, item, before: await fieldsOf(api, kind, item), save })
          : await save(readFields(options.fromFile));
    } catch (error) {
      // Report the first error to the user. The server releases the lock after a while.
      if (locks) await api.call(callOf(kind, "cancelEdit"), { params }).catch(() => undefined);
      throw error;
    }
    await api.call(callOf(kind, "cancelEdit"), { params });
    if (options.submit) changed = await api.call(callOf(kind, "submitDraft"), { params });
    printDone(cli, options.submit ? `Updated ${item}. It is waiting for review.` : `Updated ${item}.`, changed);
  };
}

async function fieldsOf(api: Api, kind: Kind, item: string): Promise<Fields> {
  const detail = await api.call(callOf(kind, "getItem"), { params: { id: item } });
  return Object.fromEntries(Object.entries(detail).filter(([name]) => !NOT_EDITED.has(name)));
}

interface Edited {
  readonly kind: Kind;
  readonly item: string;
  readonly before: Fields;
  readonly save: (changes: Fields) => Promise<unknown>;
}

/** Deletes the typed text only after it was saved, or if nothing was changed. */
async function editByHand(cli: Cli, { kind, item, before, save }: Edited): Promise<unknown> {
  const editor = cli.env["VISUAL"] || cli.env["EDITOR"];
  if (!editor || !isInteractive(cli)) {
    throw usageError("No editor is configured.", "Set EDITOR, or pass the changes with --from-file change.json");
  }
  const directory = mkdtempSync(join(tmpdir(), "tack-edit-"));
  const path = join(directory, "item.json");
  const original = `${JSON.stringify(before, null, 2)}\n`;
  writeFileSync(path, original);
  try {
    openEditor(cli, editor, path);
    const changed = await save(changesBetween(before, readFields(path)));
    rmSync(directory, { recursive: true, force: true });
    return changed;
  } catch (error) {
    if (readFileSync(path, "utf8") !== original && error instanceof CliError) {
      throw new CliError(error.category, error.message, {
        ...error.details,
        remediation: `Your changes were saved. Fix them, then run: tack registry ${kind} edit ${item} --from-file ${path}`,
      });
    }
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** The editor may include options and a path with spaces. As in git, the shell splits it. */
function openEditor({ platform }: Cli, editor: string, path: string): void {
  const { status } =
    platform === "win32"
      ? spawnSync(`${editor} "${path}"`, { stdio: "inherit", shell: true })
      : spawnSync("sh", ["-c", `${editor} "$@"`, editor, path], { stdio: "inherit" });
  if (status !== 0) throw new CliError("usage", "The editor exited with an error. Nothing was changed.");
}

function changesBetween(before: Fields, after: Fields): Fields {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) throw new CliError("usage", "Nothing was changed.");
  return Object.fromEntries(changed);
}

function readFields(path: string): Fields {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
    throw new Error("not an object");
  } catch (error) {
    throw new CliError(
      "validation",
      `${path} must contain a JSON object of fields (${error instanceof Error ? error.message : ""}).`,
      {
        resource: path,
        remediation: 'Write it like {"description": "…"}',
        cause: error,
      },
    );
  }
}
