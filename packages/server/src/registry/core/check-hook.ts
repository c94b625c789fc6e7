import type { FieldError } from "@tackroom/contract";
import { isRecord, recordOf, textOf, type Fields } from "./fields.js";
import { checkFileName, checkSource } from "./sources.js";

export interface HookContext {
  readonly supportedHarnesses: readonly string[];
  readonly supportsEvent: (harness: string, event: string) => boolean;
}

/** What the schema cannot say about a hook: its handler, and that some harness would ever call it. */
export function checkHook(fields: Fields, context: HookContext): FieldError[] {
  return [
    ...checkEvent(fields, context),
    ...checkHandler(fields),
    ...checkTimeout(recordOf(fields, "handler_config")),
    ...checkScript(fields),
    ...checkSource(fields, { url: "source_url", ref: "source_ref", path: "source_path" }),
  ];
}

/** Without harnesses the hook is offered to all, and the install says which of them cannot take it. */
function checkEvent(fields: Fields, { supportedHarnesses, supportsEvent }: HookContext): FieldError[] {
  const event = textOf(fields, "event");
  if (event === undefined || supportedHarnesses.length === 0) return [];
  if (supportedHarnesses.some((harness) => supportsEvent(harness, event))) return [];
  const message = `None of the supported_harnesses supports the event ${event}. Choose another event, or other harnesses.`;
  return [{ path: "event", message }];
}

function checkHandler(fields: Fields): FieldError[] {
  const config = recordOf(fields, "handler_config");
  return fields["handler_type"] === "http" ? checkHttp(config) : checkShellCommand(fields, config);
}

function checkShellCommand(fields: Fields, config: Fields): FieldError[] {
  const path = "handler_config.command";
  const { command } = config as { command?: unknown };
  if (typeof command === "string" && command.trim() !== "") return [];
  if (command !== undefined && command !== null && command !== "") {
    return [{ path, message: "The command must be a string." }];
  }
  if (textOf(fields, "script_content") !== undefined) return [];
  return [{ path, message: "The hook requires handler_config.command, or a script in script_content." }];
}

function checkHttp({ url, headers }: { url?: unknown; headers?: unknown }): FieldError[] {
  const errors: FieldError[] = [];
  if (typeof url !== "string" || !isWebAddress(url)) {
    errors.push({ path: "handler_config.url", message: "Must be the http or https URL that the hook calls." });
  }
  const areTexts = isRecord(headers) && Object.values(headers).every((value) => typeof value === "string");
  if (headers !== undefined && headers !== null && !areTexts) {
    errors.push({ path: "handler_config.headers", message: "Headers must map names to strings." });
  }
  return errors;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function checkTimeout({ timeout }: { timeout?: unknown }): FieldError[] {
  if (timeout === undefined || timeout === null) return [];
  if (typeof timeout === "number" && Number.isFinite(timeout) && timeout > 0) return [];
  return [{ path: "handler_config.timeout", message: "The timeout must be a positive number of seconds." }];
}

function checkScript(fields: Fields): FieldError[] {
  const name = textOf(fields, "script_filename");
  if (name !== undefined) return checkFileName(name, "script_filename");
  if (textOf(fields, "script_content") === undefined) return [];
  return [{ path: "script_filename", message: "Required with a script: its file name, such as check.sh." }];
}
