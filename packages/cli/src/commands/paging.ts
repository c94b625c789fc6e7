import type { Command } from "commander";
import { wholeNumber } from "./numbers.js";

export interface PageOptions {
  readonly limit?: string;
  readonly offset?: string;
}

const DEFAULT_LIMIT = 50;

export function pageOptions(command: Command): Command {
  return command
    .option("--limit <number>", `max number of results (default: ${DEFAULT_LIMIT})`)
    .option("--offset <number>", "number of results to skip");
}

export function readPage({ limit, offset }: PageOptions): { limit: number; offset: number } {
  return { limit: wholeNumber("--limit", limit) ?? DEFAULT_LIMIT, offset: wholeNumber("--offset", offset) ?? 0 };
}
