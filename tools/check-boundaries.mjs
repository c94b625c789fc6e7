// Applies the module law of .dependency-cruiser.cjs to the tree: node tools/check-boundaries.mjs
import { fileURLToPath } from "node:url";
import { cruiseTree, listSources } from "./boundaries/cruise.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { seen, dependencies, violations } = await cruiseTree(root);

for (const { rule, why, path } of violations) {
  console.log(`${path.join("\n  -> ")}\n  ${rule}: ${why}\n`);
}

// A parser that cannot read TypeScript reports a clean tree, so a clean report counts only if every file was read.
const unread = listSources(root).filter((file) => !seen.includes(file));
if (unread.length > 0 || dependencies === 0) {
  console.log(`Not read by dependency-cruiser: ${unread.join(", ") || "any import at all"}`);
}

const failed = violations.length > 0 || unread.length > 0 || dependencies === 0;
console.log(`${seen.length} modules, ${dependencies} dependencies, ${violations.length} violations`);
process.exitCode = failed ? 1 : 0;
