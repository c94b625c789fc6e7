import type { HookOutput } from "@tackroom/harness";

/** Inlined when the hook is bundled: loading the facts about every harness would slow down the user's session. */
declare const HOOK_OUTPUTS: Readonly<Record<string, HookOutput>> | undefined;

const OUTPUTS = typeof HOOK_OUTPUTS === "undefined" ? {} : HOOK_OUTPUTS;

/** The neutral output that a harness expects from a hook. The shell hook prints the same. */
export function hookOutput(harness: string, event: string): string {
  const output = Object.hasOwn(OUTPUTS, harness) ? OUTPUTS[harness] : undefined;
  const text = output?.at?.[event] ?? output?.always ?? "";
  return text === "" ? "" : `${text}\n`;
}
