import { BASE_PATH } from "@tackroom/contract";
import type { Db } from "../../../platform/relational/tx.js";
import type { Sealing } from "../../../platform/sealing/index.js";
import type { Settings } from "../../../settings/index.js";
import { findSignInAtProvider } from "../../stores/provider-session-store.js";
import { makeLogoutTicket } from "./saml-session.js";

export interface LogoutUrlDeps {
  readonly db: Db;
  readonly sealing: Sealing;
  readonly settings: Pick<Settings, "get">;
}

/** Where a browser whose sign-in began with SAML signs out at the identity provider too. */
export function createLogoutUrl({ db, sealing, settings }: LogoutUrlDeps) {
  return async (family: string): Promise<string | undefined> => {
    if (settings.get("saml.idp_slo_url") === "") return undefined;
    const found = await findSignInAtProvider(db, family);
    const ticket = found?.method === "saml" && found.sealed ? makeLogoutTicket({ sealing }, found.sealed) : undefined;
    if (ticket === undefined) return undefined;
    const query = new URLSearchParams({ ticket });
    return `${settings.get("deployment.frontend_url")}${BASE_PATH}/sso/saml/logout?${query.toString()}`;
  };
}
