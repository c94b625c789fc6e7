import { BASE_PATH } from "@tackroom/contract";
import type { Settings } from "../settings/index.js";

/** `GET /config/endpoints`: where the API and the web app are reached. */
export function getEndpoints(settings: Pick<Settings, "get">): { readonly api: string; readonly web: string } {
  const web = settings.get("deployment.frontend_url");
  return { api: web + BASE_PATH, web };
}
