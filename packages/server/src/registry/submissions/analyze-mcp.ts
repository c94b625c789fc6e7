import { roleSuffices, type Analysis } from "@tackroom/contract";
import type { Semaphore } from "../../platform/concurrency.js";
import { GitError } from "../../platform/git/index.js";
import type { CallContext } from "../../platform/http/index.js";
import { AnalysisError, repositoryName, type Repositories } from "../../source-analysis/index.js";
import { checkSource } from "../core/sources.js";
import { refuse } from "../versions/checked-fields.js";

export interface AnalyzeDeps {
  readonly repositories: Repositories;
  readonly analysesInTurn: Semaphore;
}

/** For a repository that declares none. */
const DEFAULT_VERSION = "0.1.0";

/** `POST /mcps/analyze`: a repository that cannot be fetched is an answer too. */
export async function analyzeMcp(
  { repositories, analysesInTurn }: AnalyzeDeps,
  source: { readonly git_url: string; readonly git_ref?: string },
  { caller }: Pick<CallContext, "caller">,
): Promise<Analysis> {
  const wrong = checkSource(source, { url: "git_url", ref: "git_ref" });
  refuse(wrong.map((error) => ({ ...error, path: `body.${error.path}` })));
  try {
    const ref = source.git_ref || "HEAD";
    const usesToken = roleSuffices(caller.role, "reviewer");
    const { analysis } = await analysesInTurn(() => repositories.analyze({ url: source.git_url, ref, usesToken }));
    const { framework, docker_image, docker_image_suggested, command, args, ...found } = analysis;
    return {
      ...found,
      version: found.version ?? DEFAULT_VERSION,
      tools: [...found.tools],
      environment_variables: found.environment_variables.map((variable) => ({ ...variable, required: true })),
      issues: [...found.issues],
      error: null,
      ...(framework ? { framework } : {}),
      ...(docker_image ? { docker_image } : {}),
      ...(docker_image_suggested ? { docker_image_suggested } : {}),
      ...(command ? { command, args: [...args] } : {}),
    };
  } catch (error) {
    if (error instanceof GitError || error instanceof AnalysisError) return notAnalyzed(source.git_url, error.message);
    throw error;
  }
}

const notAnalyzed = (url: string, error: string): Analysis => ({
  name: repositoryName(url),
  description: "",
  version: DEFAULT_VERSION,
  tools: [],
  environment_variables: [],
  issues: [],
  error,
});
