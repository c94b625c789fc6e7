import type { ItemKind } from "@tackroom/contract";
import { KINDS, mediaTypeOf, typeOfKind, type ExternalMcp, type LockDocument } from "@tackroom/contract";
import { canonicalSkillMd, stubSkillMd } from "@tackroom/harness";
import canonicalize from "canonicalize";
import { recordsOf, textOf, type Fields } from "./fields.js";
import { fileBytes } from "./skill-bytes.js";
import { storedZip, type ZipEntry } from "./stored-zip.js";

export interface CanonicalComponent {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly version: string;
  readonly digest: string;
}

export interface CanonicalVersion {
  readonly name: string;
  readonly qualifiedName: string;
  readonly description: string;
  readonly version: string;
  readonly supportedHarnesses: readonly string[];
  readonly fields: Fields;
  readonly agent?: {
    readonly components: readonly CanonicalComponent[];
    readonly requiredCapabilities: readonly string[];
    readonly yamlSnapshot: string;
  };
}

export interface CanonicalContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** The bytes of a version, which its digest, its artifact and the locks on it are about. */
export function canonicalContent(kind: ItemKind, version: CanonicalVersion): CanonicalContent {
  if (kind === "skill") return skillContent(version);
  const { name, description, version: number, supportedHarnesses } = version;
  const own = kind === "agent" ? agentMembers(version) : componentMembers(kind, version.fields);
  return {
    bytes: utf8(jcs({ name, description, version: number, supportedHarnesses, ...own })),
    mediaType: mediaTypeOf(kind),
  };
}

function skillContent({ name, description, fields }: CanonicalVersion): CanonicalContent {
  const given = textOf(fields, "skill_md_content");
  const [source, ref, path] = ["git_url", "git_ref", "skill_path"].map((key) => textOf(fields, key));
  const skillMd = utf8(
    given === undefined ? stubSkillMd({ name, description, source, ref, path }) : canonicalSkillMd(given),
  );
  const files = filesOf(fields);
  if (files.length === 0) return { bytes: skillMd, mediaType: "text/markdown; charset=utf-8" };
  const entries = [{ path: "SKILL.md", bytes: skillMd, executable: false }, ...files];
  return { bytes: storedZip(entries), mediaType: "application/zip" };
}

/** A script stands beside SKILL.md; it is there to be run. */
function filesOf(fields: Fields): ZipEntry[] {
  const script = textOf(fields, "script_content");
  const scriptPath = textOf(fields, "script_filename") ?? "script";
  return [
    ...(script === undefined ? [] : [{ path: scriptPath, bytes: utf8(script), executable: true }]),
    ...recordsOf(fields, "files").map((file) => ({
      path: textOf(file, "path") ?? "",
      bytes: fileBytes(file),
      executable: file["executable"] === true,
    })),
  ];
}

/** What releases may set beyond the fields of a submission. */
const RELEASED: Readonly<Record<string, readonly string[]>> = {
  mcp: ["resolved_sha"],
  hook: ["resolved_sha"],
  sandbox: ["resolved_sha"],
};
/** An MCP server's source has one name in a submission and another one in a release; the digest is over the latter. */
const RENAMED: Readonly<Record<string, string>> = { git_url: "sourceUrl", git_ref: "sourceRef" };
const SOURCE_PATHS: Readonly<Record<string, string>> = { hook: "source_path", sandbox: "sandbox_path" };

function componentMembers(kind: ItemKind, fields: Fields): Fields {
  const sourcePath = SOURCE_PATHS[kind];
  const apart = sourcePath === undefined ? [] : ["source_url", "source_ref", sourcePath];
  const names = [...Object.keys(KINDS[typeOfKind(kind)].fields), ...(RELEASED[kind] ?? [])];
  const members = names
    .filter((name) => !apart.includes(name))
    .map((name) => [RENAMED[name] ?? camelCase(name), declarations(name, fields)] as const);
  const [url, ref, path] = apart.map((name) => textOf(fields, name));
  const source = present({ url, ref, path });
  return { ...Object.fromEntries(members), ...(Object.keys(source).length > 0 && { source }) };
}

/** What is declared about a header or a variable of the environment, and never a value that came with it. */
function declarations(name: string, fields: Fields): unknown {
  if (!Array.isArray(fields[name])) return fields[name];
  if (name === "headers")
    return recordsOf(fields, name).map((it) => present({ name: it["name"], required: it["required"] }));
  if (name !== "environment_variables") return fields[name];
  return recordsOf(fields, name).map((it) =>
    present({ name: it["name"], description: it["description"], required: it["required"] }),
  );
}

function agentMembers({ qualifiedName, fields, agent }: CanonicalVersion): Fields {
  const { prompt, model_name: model, model_config_json: modelConfig, models_by_harness: modelsByHarness } = fields;
  const externalMcps = Array.isArray(fields["external_mcps"])
    ? recordsOf(fields, "external_mcps").map(withNamesOnly)
    : undefined;
  return {
    qualifiedName,
    prompt,
    model,
    modelConfig,
    modelsByHarness,
    externalMcps,
    // Agents from before these members were known must keep their digests: what is empty is not there.
    tools: unlessEmpty(fields["tools"]),
    disallowedTools: unlessEmpty(fields["disallowed_tools"]),
    color: textOf(fields, "color"),
    argumentHint: textOf(fields, "argument_hint"),
    displayName: textOf(fields, "display_name"),
    ...agent,
  };
}

const unlessEmpty = (list: unknown): unknown => (Array.isArray(list) && list.length === 0 ? undefined : list);

/** An external MCP server with the names of its variables, sorted, in place of the variables. */
export function withNamesOnly(entry: Fields): Fields {
  const { env, ...rest } = entry as { env?: Record<string, unknown> | null };
  return present({ ...rest, env: env ? Object.keys(env).toSorted() : undefined });
}

/** What the digest of an external MCP server in a lock is over. */
export function externalMcpDigestInput(entry: ExternalMcp): string {
  return jcs(withNamesOnly(entry));
}

/** What the digest of a lock is over. */
export function lockDigestInput(lock: Omit<LockDocument, "digest" | "locked_at"> & Partial<LockDocument>): string {
  const { digest: _digest, locked_at: _lockedAt, ...rest } = lock;
  return jcs(rest);
}

/** Leaves out what is absent. Null inside of free JSON is a value that someone gave, and stays. */
function present(members: Fields): Fields {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

/** RFC 8785. Through JSON first, as the store would: what JSON cannot say, such as 1e999, must not stop a publication. */
function jcs(members: Fields): string {
  return canonicalize(JSON.parse(JSON.stringify(present(members)))) ?? "";
}

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
