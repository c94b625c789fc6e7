#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { statusCommand } from "./commands/status.js";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

await new Command("tack")
  .description("The registry and flight recorder for coding agents")
  .version(manifest.version)
  .addCommand(statusCommand())
  .parseAsync();
