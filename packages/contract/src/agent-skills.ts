import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { inFeed } from "./feeds.js";

export const SKILLS_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

export const SkillIndex = Type.Object(
  {
    $schema: Type.Enum([SKILLS_SCHEMA]),
    skills: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Enum(["skill-md", "archive"]),
        description: Type.String(),
        url: Type.String({ description: "Relative to the index" }),
        digest: Type.String({ description: "sha256:<hex> of the bytes at the URL" }),
      }),
    ),
  },
  { $id: "SkillIndex" },
);
export type SkillIndex = Static<typeof SkillIndex>;

export const SkillFileIndex = Type.Object(
  {
    skills: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        version: Type.String(),
        files: Type.Array(Type.String(), { description: "Relative to <index>/<name>/" }),
      }),
    ),
  },
  { $id: "SkillFileIndex" },
);
export type SkillFileIndex = Static<typeof SkillFileIndex>;

const OF_SKILLS = {
  method: "GET",
  root: true,
  module: "agent-skills",
  access: "optional",
  audited: false,
  params: None,
  query: None,
  body: None,
  errors: ["not_found"],
} as const;
const bytes = {
  reply: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })),
  produces: ["application/octet-stream"],
} as const;

export const getSkillIndex = endpoint({
  ...OF_SKILLS,
  path: "/.well-known/agent-skills/index.json",
  summary: "Returns the index of skills in the format Agent Skills 0.2.0",
  readsOthers: READS.itemList,
  reply: SkillIndex,
});
export const getSkillIndexInFeed = inFeed(getSkillIndex);

export const getSkillArtifact = endpoint({
  ...OF_SKILLS,
  ...bytes,
  path: "/.well-known/agent-skills/:namespace/:slug/:version/:file",
  summary: "Returns a version of a skill: its SKILL.md, or skill.zip with all its files",
  readsOthers: READS.itemList,
  params: Type.Object({
    namespace: Type.String({ maxLength: 100 }),
    slug: Type.String({ maxLength: 100 }),
    version: Type.String({ maxLength: 64 }),
    file: Type.String({ maxLength: 255 }),
  }),
});
export const getSkillArtifactInFeed = inFeed(getSkillArtifact);

export const getSkillFileIndex = endpoint({
  ...OF_SKILLS,
  path: "/.well-known/skills/index.json",
  summary: "Returns the index of skills with their files, which older clients and OpenCode read",
  readsOthers: READS.itemList,
  reply: SkillFileIndex,
});
export const getSkillFileIndexInFeed = inFeed(getSkillFileIndex);

export const getSkillFile = endpoint({
  ...OF_SKILLS,
  ...bytes,
  path: "/.well-known/skills/:name/*",
  summary: "Returns a file of the latest version of a skill",
  readsOthers: READS.itemList,
  params: Type.Object({ name: Type.String({ maxLength: 100 }), "*": Type.String({ maxLength: 1000 }) }),
});
export const getSkillFileInFeed = inFeed(getSkillFile);

export const OpencodeConfig = Type.Object({
  config: Type.Object({
    $schema: Type.String(),
    skills: Type.Object({ urls: Type.Array(Type.String()) }),
  }),
});
export type OpencodeConfig = Static<typeof OpencodeConfig>;

export const getOpencodeConfig = endpoint({
  ...OF_SKILLS,
  path: "/.well-known/opencode",
  summary: "Returns the configuration that OpenCode takes from an organization: where its skills are",
  readsOthers: false,
  reply: OpencodeConfig,
});
export const getOpencodeConfigInFeed = inFeed(getOpencodeConfig);
