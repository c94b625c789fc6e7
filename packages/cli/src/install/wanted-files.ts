import { existsSync } from "node:fs";
import type { HarnessId, McpServer, Platform } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { platformOf, type Reply } from "./ask-registry.js";
import { fetchGitFolder, type GitSource } from "./fetch-git.js";
import type { Kind } from "../kinds.js";
import type { Scope } from "./lock-file.js";
import type { WantedFile } from "./plan-install.js";
import { placeOf } from "./places.js";
import { filesOfReply } from "./reply-files.js";
import { isObject, type Members } from "./text/values.js";

type Where = Pick<Machine, "cwd" | "env" | "home" | "platform">;

interface Asked {
  readonly kind: Kind;
  readonly harness: string;
  readonly scope: Scope | undefined;
}

/** All files of a reply, including those that must be fetched from elsewhere. */
export async function wantedFiles(machine: Where, reply: Reply, asked: Asked): Promise<WantedFile[]> {
  const rendered = filesOfReply(machine, reply);
  const placed = await inFilesThatAreThere(machine, await inScope(machine, rendered, asked), asked.harness);
  const files = await withFetched(machine, placed, reply);
  if (files.length > 0) return files;
  const notes = reply.notes ?? [];
  throw new CliError("unavailable", [`Nothing to install into ${asked.harness}.`, ...notes].join(" "), {
    remediation: "Choose another harness with --harness",
    detail: reply.warnings,
  });
}

/** User scope, if no file belongs to the project. */
export const scopeOfFiles = (files: readonly WantedFile[]): Scope =>
  files.every(({ path }) => path.startsWith("~/")) ? "user" : "project";

/**
 * The registry renders servers in the harness's usual scope. If another scope is requested, the file of the same rendering
 * in that scope is used. Hooks and prompts contain their own file paths, so they cannot be moved.
 */
async function inScope(machine: Where, files: WantedFile[], { kind, harness, scope }: Asked): Promise<WantedFile[]> {
  if (scope === undefined || kind === "agent" || kind === "skill" || files.length === 0) return files;
  if (kind === "mcp" || kind === "sandbox") {
    const [usual, wanted] = await Promise.all([mcpPath(machine, harness), mcpPath(machine, harness, scope)]);
    return files.map((file) => (file.path === usual ? { ...file, path: wanted } : file));
  }
  if (scopeOfFiles(files) === scope) return files;
  throw new CliError("validation", `A ${kind} can be installed into ${harness} only in ${scopeOfFiles(files)} scope.`, {
    remediation: "Omit --scope.",
  });
}

/** A harness may read its servers from either of two files. If one exists, it is used instead of creating the other. */
async function inFilesThatAreThere(machine: Where, files: WantedFile[], harness: string): Promise<WantedFile[]> {
  const { otherMcpFile } = await import("@tackroom/harness");
  const isThere = (path: string): boolean => existsSync(placeOf(machine, path).path);
  return files.map((file) => {
    const other = otherMcpFile(harness as HarnessId, file.path);
    return other !== undefined && !isThere(file.path) && isThere(other) ? { ...file, path: other } : file;
  });
}

const ANY_SERVER: McpServer = {
  name: "any",
  transport: "stdio",
  command: ["any"],
  env: [],
  headers: [],
  autoApprove: [],
};

async function mcpPath(machine: Where, harness: string, scope?: Scope): Promise<string> {
  const { renderMcp } = await import("@tackroom/harness");
  const options = scope === undefined ? {} : { scope, platform: platformOf(machine) as Platform };
  const file = renderMcp(harness as HarnessId, ANY_SERVER, options).snippet["mcp_config"];
  return isObject(file) ? String(file["path"]) : "";
}

interface Fetch {
  readonly source: GitSource;
  readonly target: string;
}

async function withFetched(machine: Where, files: WantedFile[], reply: Reply): Promise<WantedFile[]> {
  const fetched: WantedFile[] = [];
  for (const { source, target } of fetchesOf(files, reply)) {
    fetched.push(...(await fetchGitFolder(machine, source, target)));
  }
  const paths = new Set(fetched.map(({ path }) => path));
  // The repository's file replaces the stub from the registry.
  return [...files.filter(({ path }) => !paths.has(path)), ...fetched];
}

function fetchesOf(
  files: readonly WantedFile[],
  { config_snippet: snippet, source_fetch: hookSource }: Reply,
): Fetch[] {
  const skills = [snippet["skill"], ...(Array.isArray(snippet["skill_components"]) ? snippet["skill_components"] : [])];
  const ofSkills = skills.filter(isObject).flatMap((skill) => {
    const folder = skillFolder(files, String(skill["name"]));
    const isElsewhere = typeof skill["git_url"] === "string" && skill["skill_md_content"] === undefined;
    return isElsewhere && folder !== undefined
      ? [{ source: sourceOf(skill, "git_url", "skill_path", "git_ref"), target: folder }]
      : [];
  });
  if (!isObject(hookSource) || typeof hookSource["target_dir"] !== "string") return ofSkills;
  const source = sourceOf(hookSource, "url", "path", "ref");
  const sha = hookSource["sha"];
  const exact = typeof sha === "string" ? { ...source, ref: sha } : source;
  return [...ofSkills, { source: exact, target: hookSource["target_dir"] }];
}

function sourceOf(members: Members, url: string, path: string, ref: string): GitSource {
  const at = members[ref];
  return { url: String(members[url]), path: textOr(members[path], ""), ref: typeof at === "string" ? at : undefined };
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

function skillFolder(files: readonly WantedFile[], name: string): string | undefined {
  const mains = files.filter(({ path }) => path.endsWith("/SKILL.md"));
  const main =
    mains.find(({ path }) => path.endsWith(`/${name}/SKILL.md`)) ?? (mains.length === 1 ? mains[0] : undefined);
  return main?.path.replace(/\/SKILL\.md$/, "");
}
