import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readAllSyntax } from "./read-all-syntax.mjs";

readAllSyntax();
const { cruise } = await import("dependency-cruiser");
const { default: readRules } = await import("dependency-cruiser/config-utl/extract-depcruise-options");

const RULES = fileURLToPath(new URL("../../.dependency-cruiser.cjs", import.meta.url));
const SOURCE = /^packages\/[^/]+\/src\/.*[.]tsx?$/;

/** Every TypeScript file in a package's src, found without dependency-cruiser. */
export function listSources(root) {
  return sourceFolders(root).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => `${folder}/${String(file)}`)
      .filter((file) => SOURCE.test(file)),
  );
}

/** Applies the module law to the tree at `root`; `seen` are the sources that were read, `violations` what they break. */
export async function cruiseTree(root) {
  const folders = [...sourceFolders(root), "packages/server/test", "bench"].filter((it) => existsSync(join(root, it)));
  const options = await readRules(RULES);
  const { output } = await cruise(folders, { ...options, baseDir: root });
  const why = new Map(options.ruleSet.forbidden.map(({ name, comment }) => [name, comment]));
  return {
    seen: output.modules.map((module) => module.source).filter((source) => SOURCE.test(source)),
    dependencies: output.summary.totalDependenciesCruised,
    violations: output.summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      why: why.get(rule.name),
      path: [from, ...(cycle?.map((step) => step.name) ?? [to])],
    })),
  };
}

function sourceFolders(root) {
  return readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/src`)
    .filter((folder) => existsSync(join(root, folder)));
}
