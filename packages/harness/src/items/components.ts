import type { HookEvent, HookHandler, PromptTemplate, PromptVariable, SandboxRuntime, SkillFiles } from "../neutral.js";
import { recordOf, recordsOf, textOf, textsOf, type VersionOfItem } from "./fields.js";
import { canonicalSkillMd, stubSkillMd } from "./skill-md.js";

/** SKILL.md first, then its script and files. */
export function skillFilesOf(skill: VersionOfItem, name: string): SkillFiles {
  const { fields, description } = skill;
  const text = textOf(fields, "skill_md_content");
  const script = textOf(fields, "script_content");
  const files = recordsOf(fields, "files").map(({ path, content, encoding, executable }) => ({
    path: String(path),
    content: String(content),
    ...(encoding === "base64" ? { encoding: "base64" as const } : {}),
    executable: executable === true,
  }));
  return {
    name,
    description,
    files: [
      { path: "SKILL.md", content: text === undefined ? stubOf(skill) : canonicalSkillMd(text), executable: false },
      ...(script === undefined
        ? []
        : [{ path: textOf(fields, "script_filename") ?? "script", content: script, executable: true }]),
      ...files,
    ],
  };
}

function stubOf({ name, description, fields }: VersionOfItem): string {
  return stubSkillMd({
    name,
    description,
    source: textOf(fields, "git_url") ?? "",
    ref: textOf(fields, "git_ref") ?? "",
    path: textOf(fields, "skill_path") ?? "",
  });
}

export function handlerOf({ id, slug, fields }: VersionOfItem, localName = slug): HookHandler {
  const content = textOf(fields, "script_content");
  return {
    id,
    name: localName,
    event: textOf(fields, "event") as HookEvent,
    handlerType: fields["handler_type"] === "http" ? "http" : "command",
    handlerConfig: recordOf(fields, "handler_config"),
    executionMode: (textOf(fields, "execution_mode") ?? "async") as HookHandler["executionMode"],
    toolFilter: [...textsOf(fields, "tool_filter")],
    ...scopeOf(textOf(fields, "scope")),
    ...(content === undefined
      ? {}
      : { script: { filename: textOf(fields, "script_filename") ?? `${slug}.sh`, content } }),
  };
}

const HOOK_SCOPES = ["agent", "session", "global"] as const;

function scopeOf(text: string | undefined): Pick<HookHandler, "scope"> {
  const scope = HOOK_SCOPES.find((each) => each === text);
  return scope === undefined ? {} : { scope };
}

export function templateOf({ slug, description, fields }: VersionOfItem): PromptTemplate {
  return {
    name: slug,
    description,
    template: textOf(fields, "template") ?? "",
    variables: recordsOf(fields, "variables") as unknown as PromptVariable[],
  };
}

export function runtimeOf({ id, slug, fields }: VersionOfItem): SandboxRuntime {
  const entrypoint = textOf(fields, "entrypoint");
  const limits = recordOf(fields, "resource_limits");
  const timeout = limits["timeout_seconds"] ?? limits["timeout"];
  return {
    id,
    name: slug,
    runtimeType: textOf(fields, "runtime_type") ?? "docker",
    image: textOf(fields, "image") ?? "",
    resourceLimits: limits,
    networkPolicy: textOf(fields, "network_policy") ?? "none",
    runtimeConfig: recordOf(fields, "runtime_config"),
    ...(entrypoint === undefined ? {} : { entrypoint }),
    ...(typeof timeout === "number" ? { timeout } : {}),
  };
}
