import { renderSkill, skillFilesOf, type SkillListing } from "@tackroom/harness";
import { inWords, recordsOf, textOf, textsOf } from "../core/fields.js";
import { withDigests } from "../digest.js";
import { checkSkill, checkSkillFiles } from "../core/check-skill.js";
import { nameAndDescriptionOf } from "../core/skill-md.js";
import type { Installable, Kind } from "./kind.js";

export const skills: Kind = {
  type: "skills",
  kind: "skill",
  impliedBy: (body) => nameAndDescriptionOf(textOf(body, "skill_md_content") ?? ""),
  complete: (fields) => {
    const command = textOf(fields, "slash_command");
    return command === undefined ? fields : { ...fields, slash_command: command.replace(/^\//, "") };
  },
  check: checkSkill,
  checkFiles: checkSkillFiles,
  missing: ({ git_url, skill_md_content, task_type }) => [
    ...(task_type ? [] : ["a task_type"]),
    ...(git_url || skill_md_content ? [] : ["a source: git_url or skill_md_content"]),
  ],
  facets: ({ fields }) => [
    `task_type:${textOf(fields, "task_type") ?? ""}`,
    ...textsOf(fields, "target_agents").map((agent) => `target_agent:${agent}`),
  ],
  discoverable: ({ fields }, supportedHarnesses) => {
    const taskType = textOf(fields, "task_type") ?? "general";
    const command = textOf(fields, "slash_command");
    const isText = textOf(fields, "script_content") === undefined && recordsOf(fields, "files").length === 0;
    return {
      capabilities: [
        taskType,
        ...(command === undefined ? [] : [`/${command}`]),
        ...supportedHarnesses.map((harness) => `harness:${harness}`),
      ],
      topics: [taskType],
      phrases: [`help me with ${inWords(taskType)}`, `a skill for ${inWords(taskType)}`],
      use: isText ? "now" : "explicit-install",
      details: {
        taskType,
        deliveryMode: textOf(fields, "delivery_mode") ?? "git_fetch",
        artifactScope: textOf(fields, "skill_md_content") === undefined ? "preview" : "complete",
      },
    };
  },
  summary: ({ fields }) => ({
    task_type: textOf(fields, "task_type") ?? "",
    target_agents: textsOf(fields, "target_agents"),
  }),
  // Checked when it was submitted; what is fetched from git has not been.
  detail: ({ fields }) => ({ validated: fields["skill_md_content"] !== undefined }),
  install(version, harness, request) {
    const scope = request["scope"] === "user" ? "user" : "project";
    const localName = textOf(request, "local_name") ?? version.slug;
    const { snippet, files, warnings } = renderSkill(harness, skillFilesOf(version, localName), {
      scope,
      listing: listingOf(version),
    });
    return { config_snippet: { ...snippet, files: withDigests(files) }, warnings };
  },
};

const LISTED = {
  gitUrl: "git_url",
  skillPath: "skill_path",
  gitRef: "git_ref",
  skillMdContent: "skill_md_content",
  scriptFilename: "script_filename",
  scriptContent: "script_content",
} as const;

function listingOf({ id, version, fields }: Installable): SkillListing {
  const given = Object.entries(LISTED).flatMap(([name, field]) => {
    const value = textOf(fields, field);
    return value === undefined ? [] : [[name, value]];
  });
  return { id, version, deliveryMode: textOf(fields, "delivery_mode") ?? "git_fetch", ...Object.fromEntries(given) };
}
