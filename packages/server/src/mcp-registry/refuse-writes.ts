import { ServiceError } from "../platform/service-error.js";

const refused = (remedy: string): ServiceError =>
  new ServiceError("not_implemented", `This registry is read-only under this protocol. ${remedy}`);

export async function publishMcpServer(): Promise<never> {
  throw refused("Submit servers for review: POST /api/v1/mcps.");
}

export async function putMcpServerVersion(): Promise<never> {
  throw refused("Released versions never change. Release another one: POST /api/v1/mcps/{id}/versions.");
}

export async function deleteMcpServerVersion(): Promise<never> {
  throw refused("Yank the version instead: PATCH /api/v1/mcps/{id}/versions/{v}.");
}
