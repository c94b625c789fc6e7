import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { getMcpServerVersion } from "./get-mcp-server-version.js";
import { listMcpServerVersions } from "./list-mcp-server-versions.js";
import { listMcpServers } from "./list-mcp-servers.js";
import type { McpRegistryDeps } from "./mcp-registry-deps.js";
import { deleteMcpServerVersion, publishMcpServer, putMcpServerVersion } from "./refuse-writes.js";

/** At the root, and under the addresses of feeds. */
export function mountMcpRegistry(mount: Mount, deps: McpRegistryDeps): void {
  mount(contract.listMcpServers, ({ query }, context) => listMcpServers(deps, query, context));
  mount(contract.listMcpServersInFeed, ({ params: { token }, query }, context) =>
    listMcpServers(deps, query, { ...context, token }),
  );
  mount(contract.listMcpServerVersions, ({ params }, context) => listMcpServerVersions(deps, params, context));
  mount(contract.listMcpServerVersionsInFeed, ({ params }, context) =>
    listMcpServerVersions(deps, params, { ...context, token: params.token }),
  );
  mount(contract.getMcpServerVersion, ({ params }, context) => getMcpServerVersion(deps, params, context));
  mount(contract.getMcpServerVersionInFeed, ({ params }, context) =>
    getMcpServerVersion(deps, params, { ...context, token: params.token }),
  );
  mount(contract.publishMcpServer, publishMcpServer);
  mount(contract.publishMcpServerInFeed, publishMcpServer);
  mount(contract.putMcpServerVersion, putMcpServerVersion);
  mount(contract.putMcpServerVersionInFeed, putMcpServerVersion);
  mount(contract.deleteMcpServerVersion, deleteMcpServerVersion);
  mount(contract.deleteMcpServerVersionInFeed, deleteMcpServerVersion);
}
