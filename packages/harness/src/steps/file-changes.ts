import { isRecord, type JsonRecord, recordsIn } from "../transcript/json.js";
import { type FileChange, type Hunk, readPatch, readSearchBlocks, readUnifiedDiff } from "./patch-text.js";
import { commandOf, contentOf, memberOf, PATH } from "./tool-input.js";
import { hasPatch, toolUseOf } from "./tool-use.js";

const OLD = ["old_string", "oldString", "old_str", "oldStr", "oldText", "old_text", "TargetContent"];
const NEW = ["new_string", "newString", "new_str", "newStr", "newText", "new_text", "ReplacementContent", "new_source"];
const CONTENT = ["content", "contents", "file_text", "fileText", "CodeContent", "text", "code_edit", "code"];
const PATCH = ["patch", "patchText", "input", "diff"];
const MANY = ["edits", "replacements", "ReplacementChunks"];

/** What a call of any harness's editing tools changes; nothing where the tool is another, or the input is not understood. */
export function fileChangesOf(toolName: string | null, input: unknown): FileChange[] {
  if (toolUseOf(toolName, input) !== "edit") return [];
  const patch = typeof input === "string" ? input : (memberOf(input, PATCH) ?? commandOf(input));
  if (patch !== null && hasPatch(patch)) return readPatch(patch.slice(patch.indexOf("*** Begin Patch")));
  const path = memberOf(input, PATH);
  if (!isRecord(input)) return patch === null ? [] : readUnifiedDiff(patch, null);
  if (path === null) return pathsWithin(input, patch);
  const hunks = hunksOf(input, patch);
  if (hunks.length > 0) return [{ path, kind: "edit", hunks }];
  if (/delete/i.test(toolName ?? "")) return [{ path, kind: "delete", hunks: [] }];
  const content = contentOf(input, CONTENT);
  return content === null ? [] : [{ path, kind: "write", hunks: [{ before: "", after: content }] }];
}

/** Edits of several files, each with its own path, or a diff that names them. */
function pathsWithin(input: JsonRecord, patch: string | null): FileChange[] {
  const edits = MANY.flatMap((name) => recordsIn(input[name]));
  const changes = edits.flatMap((edit): FileChange[] => {
    const path = memberOf(edit, PATH);
    return path === null ? [] : [{ path, kind: "edit", hunks: replacementIn(edit) }];
  });
  return changes.length > 0 || patch === null ? changes : readUnifiedDiff(patch, null);
}

function hunksOf(input: JsonRecord, patch: string | null): Hunk[] {
  const many = MANY.flatMap((name) => recordsIn(input[name]).flatMap(replacementIn));
  if (many.length > 0) return many;
  const one = replacementIn(input);
  if (one.length > 0 || patch === null) return one;
  const blocks = readSearchBlocks(patch);
  return blocks.length > 0 ? blocks : readUnifiedDiff(patch, "").flatMap(({ hunks }) => hunks);
}

function replacementIn(edit: JsonRecord): Hunk[] {
  const [before, after] = [contentOf(edit, OLD), contentOf(edit, NEW)];
  return before === null && after === null ? [] : [{ before: before ?? "", after: after ?? "" }];
}
