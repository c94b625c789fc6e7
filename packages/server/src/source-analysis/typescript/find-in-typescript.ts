import { Evaluator } from "../evaluation/evaluator.js";
import { Expansion } from "../evaluation/expansion.js";
import type { Project } from "../evaluation/project.js";
import { Findings } from "../findings.js";
import { findServers } from "./find-servers.js";
import { ToolFinder } from "./find-tools.js";
import { findVariables } from "./find-variables.js";

/** What the TypeScript and JavaScript of a repository says of its server. */
export function findInTypescript(project: Project): Findings {
  const findings = new Findings();
  const evaluator = new Evaluator(project);
  const finder = new ToolFinder(evaluator, new Expansion(evaluator), findings);
  finder.find();
  findServers(evaluator, findings);
  findVariables(evaluator, findings);
  return findings;
}
