import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { AgentSkillsDeps } from "./agent-skills-deps.js";
import { getOpencodeConfig } from "./get-opencode-config.js";
import { getSkillArtifact } from "./get-skill-artifact.js";
import { getSkillFile } from "./get-skill-file.js";
import { getSkillFileIndex } from "./get-skill-file-index.js";
import { getSkillIndex } from "./get-skill-index.js";
import { createShelves } from "./shelves.js";

/** At the root, and under the addresses of feeds. */
export function mountAgentSkills(mount: Mount, opened: Omit<AgentSkillsDeps, "shelves">): void {
  const deps = { ...opened, shelves: createShelves() };
  mount(contract.getSkillIndex, (_input, context) => getSkillIndex(deps, context));
  mount(contract.getSkillIndexInFeed, ({ params: { token } }, context) => getSkillIndex(deps, { ...context, token }));
  mount(contract.getSkillArtifact, ({ params }, context) => getSkillArtifact(deps, params, context));
  mount(contract.getSkillArtifactInFeed, ({ params }, context) =>
    getSkillArtifact(deps, params, { ...context, token: params.token }),
  );
  mount(contract.getSkillFileIndex, (_input, context) => getSkillFileIndex(deps, context));
  mount(contract.getSkillFileIndexInFeed, ({ params: { token } }, context) =>
    getSkillFileIndex(deps, { ...context, token }),
  );
  mount(contract.getSkillFile, ({ params }, context) =>
    getSkillFile(deps, { name: params.name, path: params["*"] }, context),
  );
  mount(contract.getSkillFileInFeed, ({ params }, context) =>
    getSkillFile(deps, { name: params.name, path: params["*"] }, { ...context, token: params.token }),
  );
  mount(contract.getOpencodeConfig, (_input, context) => getOpencodeConfig(deps, context));
  mount(contract.getOpencodeConfigInFeed, ({ params: { token } }, context) =>
    getOpencodeConfig(deps, { ...context, token }),
  );
}
