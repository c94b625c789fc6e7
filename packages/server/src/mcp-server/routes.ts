import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { callMcp, type McpServerDeps } from "./call-mcp.js";
import { createProtocol, type Protocol } from "./protocol.js";

export function mountMcpServer(mount: Mount, deps: McpServerDeps): Pick<Protocol, "close"> {
  const protocol = createProtocol(deps);
  mount(contract.callMcp, ({ body }, context) => callMcp({ ...deps, protocol }, body, context));
  return protocol;
}
