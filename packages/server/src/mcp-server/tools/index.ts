import { getTool } from "./get.js";
import { installTool } from "./install.js";
import { mySessionsTool } from "./my-sessions.js";
import { searchTool } from "./search.js";
import { sessionEventsTool } from "./session-events.js";
import type { Tool } from "./tool.js";

export type { Tool, ToolDeps } from "./tool.js";

export const TOOLS: readonly Tool[] = [searchTool, getTool, installTool, mySessionsTool, sessionEventsTool];
