import { SSO_REQUIRED_SETTINGS, type FieldError, type SamlConfig, type SamlConfigBody } from "@tackroom/contract";
import { generateSamlKeyPair, samlKeySettings } from "../../auth/index.js";
import type { CallContext } from "../../platform/http/index.js";
import { fieldErrors, ServiceError } from "../../platform/service-error.js";
import { definitionOf, parseGiven, type SettingKey } from "../../settings/index.js";
import { requireChangeable } from "../require-setting.js";
import { SAML_KEY_PAIR, SAML_SETTINGS, showSamlConfig, type SamlConfigDeps } from "./saml-config.js";

type Member = keyof typeof SAML_SETTINGS;

const REQUIRED: readonly SettingKey[] = SSO_REQUIRED_SETTINGS.saml;

/** `PUT /admin/saml-config`: everything that is given, in one transaction, or nothing. */
export async function putSamlConfig(
  deps: SamlConfigDeps,
  body: SamlConfigBody,
  { caller, call }: CallContext,
): Promise<SamlConfig> {
  const { settings } = deps;
  const texts = readTexts(body);
  for (const key of texts.keys()) requireChangeable(settings, key, caller);
  const isNewKey = body.regenerate_sp_key === true;
  if (isNewKey) requireOwnKeyPair(deps);
  const hostname = new URL(settings.get("deployment.frontend_url")).hostname;
  const pair = isNewKey ? samlKeySettings(await generateSamlKeyPair(hostname)) : {};
  call.describeForAudit({ detail: { ...changesOf(deps, texts), ...(isNewKey ? { sp_key: "regenerated" } : {}) } });
  await settings.setTogether(call.act, { texts, generated: pair, by: caller.userId });
  return showSamlConfig(deps);
}

/** In their usual spelling; everything that is wrong is told at once. */
function readTexts(body: SamlConfigBody): Map<SettingKey, string> {
  const problems: FieldError[] = [];
  const texts = new Map<SettingKey, string>();
  for (const [member, key] of Object.entries(SAML_SETTINGS) as [Member, SettingKey][]) {
    const given = body[member];
    if (given === undefined) continue;
    const parsed = parseGiven(definitionOf(key).kind, given);
    if ("expected" in parsed) problems.push({ path: `body.${member}`, message: `must be ${parsed.expected}` });
    else if (parsed.text === "" && REQUIRED.includes(key)) {
      problems.push({ path: `body.${member}`, message: "must not be empty" });
    } else texts.set(key, parsed.text);
  }
  if (problems.length > 0) throw fieldErrors(problems);
  return texts;
}

function requireOwnKeyPair({ settings }: SamlConfigDeps): void {
  const managed = SAML_KEY_PAIR.find((key) => settings.show(key).is_externally_managed);
  if (managed === undefined) return;
  throw new ServiceError(
    "externally_managed",
    `${managed} is provided as a file. Replace both files (SAML_SP_PRIVATE_KEY_FILE, SAML_SP_X509_CERT_FILE) and restart the server.`,
  );
}

function changesOf({ settings }: SamlConfigDeps, texts: ReadonlyMap<SettingKey, string>) {
  const changes = [...texts].map(([key, text]) => {
    const { is_sensitive: isSecret, value } = settings.show(key);
    return [key, isSecret ? "set to a new value" : { from: value, to: text }] as const;
  });
  return Object.fromEntries(changes);
}
