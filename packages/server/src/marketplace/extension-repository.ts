import type { SurfaceContext } from "../feeds/index.js";
import { findExtension } from "./find-extension.js";
import type { SurfaceDeps } from "./marketplace-deps.js";
import { advertise, refusePush, uploadPack, type GitAnswer } from "./serve-repository.js";

/** `GET /gemini/{repository}/info/refs` */
export function getExtensionRefs(
  deps: SurfaceDeps,
  { repository, service }: { readonly repository: string; readonly service?: string | undefined },
  context: SurfaceContext,
): GitAnswer {
  return advertise(deps, { service }, context.call, () => findExtension(deps, repository, context));
}

/** `POST /gemini/{repository}/git-upload-pack` */
export function fetchExtension(
  deps: SurfaceDeps,
  { repository, body }: { readonly repository: string; readonly body: Uint8Array },
  context: SurfaceContext,
): GitAnswer {
  return uploadPack(deps, body, context.call, () => findExtension(deps, repository, context));
}

/** `POST /gemini/{repository}/git-receive-pack` */
export async function pushExtension(): Promise<never> {
  return refusePush();
}
