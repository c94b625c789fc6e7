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

/** What the server says of an item and nobody edits. */
const NOT_EDITED = new Set(
  "id namespace slug qualified_name owner team_id visibility is_private status rejection_reason updated_at submitted_by created_at download_count user_permission version_id digest deprecated risk_signals".split(
    " ",
  ),
);

/** `tack registry <kind> edit`: others are kept away while it lasts, and let in again however it ends. */
export function editOf(kind: Kind) {
  return async (cli: Cli, item: string, options: EditOptions): Promise<void> => {
    const api = openApi(cli);
    const params = { id: item };
    await api.call(callOf(kind, "startEdit"), { params });
    let changed: unknown;
    try {
      const body =
        options.fromFile === undefined ? await editByHand(cli, api, kind, item) : readFields(options.fromFile);
      changed = await api.call(callOf(kind, "updateDraft"), { params, body });
    } finally {
      await api.call(callOf(kind, "cancelEdit"), { params });
    }
    if (options.submit) changed = await api.call(callOf(kind, "submitDraft"), { params });
    printDone(cli, options.submit ? `${item} is changed and waits for its review.` : `${item} is changed.`, changed);
  };
}

async function editByHand(cli: Cli, api: Api, kind: Kind, item: string): Promise<Fields> {
  const editor = cli.env["VISUAL"] || cli.env["EDITOR"];
  if (!editor || !isInteractive(cli)) {
    throw usageError("There is no editor to open.", "Set EDITOR, or give the changes with --from-file change.json");
  }
  const detail = await api.call(callOf(kind, "getItem"), { params: { id: item } });
  const before = Object.fromEntries(Object.entries(detail).filter(([name]) => !NOT_EDITED.has(name)));
  const directory = mkdtempSync(join(tmpdir(), "tack-edit-"));
  const path = join(directory, "item.json");
  try {
    writeFileSync(path, `${JSON.stringify(before, null, 2)}\n`);
    const { status } = spawnSync(editor, [path], { stdio: "inherit", shell: true });
    if (status !== 0) throw new CliError("usage", "The editor was left with an error. Nothing was changed.");
    return changesBetween(before, readFields(path));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
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
    throw new Error("it is no object");
  } catch (error) {
    throw new CliError(
      "validation",
      `${path} is no JSON object of fields (${error instanceof Error ? error.message : ""}).`,
      {
        resource: path,
        remediation: 'Write it like {"description": "…"}',
        cause: error,
      },
    );
  }
}
