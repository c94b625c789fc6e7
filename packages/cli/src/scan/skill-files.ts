import { dirname } from "node:path";
import { lineWithSecret, type FoundComponent } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { bundledFiles } from "../submit/skill-files.js";

/** Adds the files of its folder to a skill. An incomplete skill would not work, so it is all or nothing. */
export function addSkillFiles<Found extends FoundComponent>(
  machine: Pick<Machine, "platform">,
  component: Found,
  skillMd: string,
): Found {
  if (component.unregistrable) return component;
  try {
    const { files, leftOut } = bundledFiles(machine, dirname(skillMd), skillMd);
    const unsafe = files.flatMap(({ path, content, encoding }) => {
      const line = encoding === undefined ? lineWithSecret(content) : undefined;
      return line === undefined ? [] : [`Line ${line} of ${path} contains what looks like a secret.`];
    });
    if (unsafe[0] !== undefined)
      return unregistrable(component, `${unsafe[0]} Remove it, and revoke it if it is in use.`);
    const without = leftOut.length === 0 ? component : { ...component, leftOut };
    return files.length === 0 ? without : { ...without, entry: { ...component.entry, files } };
  } catch (error) {
    if (error instanceof CliError) return unregistrable(component, error.message);
    throw error;
  }
}

const unregistrable = <Found extends FoundComponent>(component: Found, reason: string): Found => ({
  ...component,
  entry: {},
  unregistrable: { reason, isError: true },
});
