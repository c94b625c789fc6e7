import {
  handlerOf,
  hookEventsOf,
  hookSourceFolder,
  parseHarnessId,
  renderHook,
  type HookEvent,
} from "@tackroom/harness";
import { checkHook } from "../core/check-hook.js";
import { textOf, textsOf } from "../core/fields.js";
import type { Installable, Kind } from "./kind.js";

export const hooks: Kind = {
  type: "hooks",
  kind: "hook",
  complete: (fields) => fields,
  check: (fields, supportedHarnesses) => checkHook(fields, { supportedHarnesses, supportsEvent }),
  missing: ({ event, handler_type }) => [...(event ? [] : ["an event"]), ...(handler_type ? [] : ["a handler_type"])],
  facets: ({ fields }) => [`event:${textOf(fields, "event") ?? ""}`, `scope:${textOf(fields, "scope") ?? ""}`],
  discoverable: ({ fields }) => {
    const event = textOf(fields, "event") ?? "";
    const handlerType = textOf(fields, "handler_type") ?? "command";
    return {
      capabilities: [`event:${event}`, `handler:${handlerType}`],
      topics: [event],
      phrases: [`run something on ${event}`, `a hook for ${event}`],
      use: "explicit-install",
      details: { event, handlerType },
    };
  },
  summary: ({ fields }) => ({ event: textOf(fields, "event") ?? "", scope: textOf(fields, "scope") ?? "" }),
  detail: () => ({}),
  install(version, harness, request) {
    const { snippet, configPath, files, notes, warnings } = renderHook(
      harness,
      handlerOf(version, textOf(request, "local_name")),
      platformOf(textOf(request, "platform")),
    );
    return {
      config_snippet: snippet,
      warnings,
      more: {
        config_path: configPath,
        files: files.map((file) => ({ ...file, executable: file.executable === true })),
        requirements: textsOf(version.fields, "requirements"),
        source_fetch: sourceOf(version),
        notes,
      },
    };
  },
};

function supportsEvent(harness: string, event: string): boolean {
  const id = parseHarnessId(harness);
  return id !== undefined && hookEventsOf(id).includes(event as HookEvent);
}

const PLATFORMS = ["linux", "darwin", "windows"] as const;

export function platformOf(text: string | undefined): { platform?: (typeof PLATFORMS)[number] } {
  const platform = PLATFORMS.find((name) => name === text?.toLowerCase());
  return platform ? { platform } : {};
}

/** What the client has to fetch itself, and where to put it. */
function sourceOf({ fields, slug }: Installable): Record<string, unknown> | null {
  const url = textOf(fields, "source_url");
  if (url === undefined) return null;
  return {
    url,
    path: textOf(fields, "source_path") ?? "",
    ref: textOf(fields, "source_ref") ?? null,
    sha: textOf(fields, "resolved_sha") ?? null,
    target_dir: hookSourceFolder(slug),
  };
}
