import { parseHarnessId, stubSkillMd } from "@tackroom/harness";
import { SCANNED, slugOf, type ItemType } from "@tackroom/contract";
import { findSecrets } from "../../unsafe-text/index.js";
import { checkAgentName } from "./check-agent.js";
import { isRecord, recordOf, textOf, textsOf, type Fields } from "./fields.js";
import { nameAndDescriptionOf } from "./skill-md.js";

export type ScannedSubmission = { readonly payload: Readonly<Record<string, unknown>> } | { readonly skip: string };

/** What a scan found, as a submission of it; or why it cannot be one. */
export function scannedSubmission(type: ItemType, entry: unknown, harness: string): ScannedSubmission {
  if (!isRecord(entry)) return { skip: "The entry is not an object." };
  const name = textOf(entry, "name")?.trim() ?? "";
  if (name === "" || name.length > 200) return { skip: "name must be a string of 1 to 200 characters." };
  const source = textOf(entry, "source_harness") ?? textOf(entry, "source_ide") ?? harness;
  const harnessId = parseHarnessId(source);
  if (harnessId === undefined) return { skip: "Unknown source_harness." };
  const own = OF_TYPE[type](entry);
  if ("skip" in own) return own;
  const payload = withoutAbsent({
    name,
    version: "0.1.0",
    supported_harnesses: [harnessId],
    ...own.payload,
    description: textOf(entry, "description") ?? own.payload["description"] ?? `Found in ${harnessId}`,
  });
  const [secret] = findSecrets(payload);
  return secret === undefined ? { payload } : { skip: `${secret.path}: ${secret.message}` };
}

const OF_TYPE: Readonly<Record<ItemType, (entry: Fields) => ScannedSubmission>> = {
  mcps: mcp,
  skills: skill,
  hooks: hook,
  prompts: prompt,
  sandboxes: sandbox,
  agents: agent,
};

/** Of the environment only names are kept: harnesses keep secrets there. */
function mcp(entry: Fields): ScannedSubmission {
  const [command, url] = [textOf(entry, "command"), textOf(entry, "url")];
  if (command === undefined && url === undefined) return { skip: "command or url is required." };
  const variables = Object.keys(recordOf(entry, "env"))
    .filter((name) => /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name))
    .map((name) => ({ name, description: "", required: true }));
  const reach = command === undefined ? { url } : { command, args: textsOf(entry, "args") };
  const declared = variables.length > 0 && { environment_variables: variables };
  return { payload: { category: SCANNED, ...reach, ...declared } };
}

/** A scan may know no more of a skill than its name; a reviewer then sees a page that says no more. */
function skill(entry: Fields): ScannedSubmission {
  const [given, gitUrl] = [textOf(entry, "skill_md_content"), textOf(entry, "git_url")];
  const skillMd = given ?? (gitUrl === undefined ? pageOf(entry) : undefined);
  return {
    payload: {
      description: given === undefined ? undefined : nameAndDescriptionOf(given).description,
      task_type: textOf(entry, "task_type") ?? "general",
      skill_path: textOf(entry, "skill_path") ?? "/",
      skill_md_content: skillMd,
      git_url: gitUrl,
      git_ref: textOf(entry, "git_ref"),
      files: entry["files"],
      delivery_mode: skillMd === undefined ? "git_fetch" : "registry_direct",
    },
  };
}

function pageOf(entry: Fields): string {
  const name = slugOf(textOf(entry, "name") ?? "").replaceAll(/[-_]+/g, "-");
  const description = textOf(entry, "description") ?? "Found by a scan";
  return stubSkillMd({ name, description: description.slice(0, 1024) });
}

function hook(entry: Fields): ScannedSubmission {
  const event = textOf(entry, "event");
  if (event === undefined) return { skip: "event is required." };
  return {
    payload: {
      event,
      handler_type: textOf(entry, "handler_type") ?? "command",
      handler_config: recordOf(entry, "handler_config"),
      execution_mode: textOf(entry, "execution_mode"),
      tool_filter: entry["tool_filter"],
      script_filename: textOf(entry, "script_filename"),
      script_content: textOf(entry, "script_content"),
    },
  };
}

function prompt(entry: Fields): ScannedSubmission {
  const template = textOf(entry, "template");
  if (template === undefined) return { skip: "template is required." };
  return { payload: { template, category: textOf(entry, "category") ?? "general" } };
}

function sandbox(entry: Fields): ScannedSubmission {
  const image = textOf(entry, "image");
  if (image === undefined) return { skip: "image is required." };
  return { payload: { image, runtime_type: textOf(entry, "runtime_type") ?? "docker" } };
}

/** Harnesses let an agent have no model of its own, and no more prompt than its description. */
function agent(entry: Fields): ScannedSubmission {
  const prompted = textOf(entry, "prompt") ?? textOf(entry, "description");
  if (prompted === undefined) return { skip: "prompt or description is required." };
  const name = textOf(entry, "name") ?? "";
  return {
    payload: {
      // Unlike others, an agent is called by its name, which must read like a slug.
      ...(checkAgentName(name).length > 0 && { name: slugOf(name), display_name: name }),
      model_name: textOf(entry, "model_name") ?? "inherit",
      prompt: prompted,
      tools: entry["tools"],
      disallowed_tools: entry["disallowed_tools"],
      color: textOf(entry, "color"),
      argument_hint: textOf(entry, "argument_hint"),
      external_mcps: entry["external_mcps"],
    },
  };
}

function withoutAbsent(members: Fields): Fields {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
