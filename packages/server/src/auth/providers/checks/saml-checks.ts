import { X509Certificate } from "node:crypto";
import type { SsoCheck } from "@tackroom/contract";
import type { Settings } from "../../../settings/index.js";
import { reasonOf } from "../failures.js";
import type { ProviderFetch } from "../outbound-fetch.js";
import { KeyPairError } from "../saml/key-pair.js";
import type { SamlKeys } from "../saml/keys.js";
import { loadXml } from "../saml/load-xml.js";
import { missingSaml } from "../saml.js";
import { clockCheck, failed, passed } from "./check.js";

/** A month is time enough to get a new certificate from the operator of the identity provider. */
const SOON_MS = 30 * 24 * 60 * 60 * 1000;

interface SamlChecksDeps {
  readonly settings: Pick<Settings, "get">;
  /** Without `pair`, which generates and stores: a test only reads. */
  readonly keys: Pick<SamlKeys, "existing">;
  readonly fetch: ProviderFetch;
}

export async function samlChecks({ settings, keys, fetch }: SamlChecksDeps): Promise<SsoCheck[]> {
  const missing = missingSaml(settings);
  if (missing.length > 0) {
    return [failed("configured", missing.join(" "), "Copy the values from the identity provider's metadata.")];
  }
  return [
    passed("configured", "Entity ID, sign-on URL and certificate of the identity provider are set."),
    ssoUrlCheck(settings.get("saml.idp_sso_url")),
    ...settings.get("saml.idp_x509_cert").map((pem) => certificateCheck("idp_certificate", pem)),
    ownCertificateCheck(keys),
    ...(await metadataChecks(settings, fetch)),
  ];
}

function ssoUrlCheck(address: string): SsoCheck {
  if (address.startsWith("https:")) return passed("sso_url", address);
  return failed("sso_url", `${address} is not encrypted.`, "Use the identity provider's https address.");
}

const REMEDIES = {
  idp_certificate: "Get the identity provider's new certificate and set it beside the old one (saml.idp_x509_cert).",
  sp_certificate: "Generate a new key pair (or replace the files), then give the identity provider the new metadata.",
} as const;

function ownCertificateCheck(keys: Pick<SamlKeys, "existing">): SsoCheck {
  try {
    const pair = keys.existing();
    if (pair) return certificateCheck("sp_certificate", pair.certificate);
    return passed("sp_certificate", "The key pair is generated when the metadata is first read or someone signs in.");
  } catch (error) {
    if (!(error instanceof KeyPairError)) throw error;
    return failed("sp_certificate", error.message, "Correct the files and their password, or generate a new key pair.");
  }
}

function certificateCheck(name: keyof typeof REMEDIES, pem: string): SsoCheck {
  const { validFrom, validTo, subject } = new X509Certificate(pem);
  const until = new Date(validTo);
  const day = until.toISOString().slice(0, 10);
  const who = subject.replace(/\n/g, ", ");
  if (until.getTime() < Date.now()) return failed(name, `The certificate of ${who} expired on ${day}.`, REMEDIES[name]);
  if (Date.parse(validFrom) > Date.now()) {
    return failed(name, `The certificate of ${who} is not valid before ${validFrom}.`, REMEDIES[name]);
  }
  if (until.getTime() < Date.now() + SOON_MS) {
    return failed(name, `The certificate of ${who} expires on ${day}.`, REMEDIES[name]);
  }
  return passed(name, `The certificate of ${who} is valid until ${day}.`);
}

/** Compares what is set with what the identity provider publishes now, if its metadata has an address. */
async function metadataChecks({ get }: Pick<Settings, "get">, fetch: ProviderFetch): Promise<SsoCheck[]> {
  const url = get("saml.idp_metadata_url");
  if (url === "") return [];
  try {
    const answer = await fetch(url, { method: "GET", headers: { accept: "application/samlmetadata+xml, text/xml" } });
    if (answer.status !== 200) throw new Error(`it answered with status ${answer.status}.`);
    const published = await readIdpMetadata(await answer.text());
    return [
      entityCheck(published.entityId, get("saml.idp_entity_id")),
      rolloverCheck(published, get),
      ...clockCheck(answer.headers.get("date")),
    ];
  } catch (error) {
    const remedy = "Check saml.idp_metadata_url and that this server can reach it.";
    return [failed("metadata", `${url} could not be read: ${reasonOf(error)}`, remedy)];
  }
}

interface IdpMetadata {
  readonly entityId: string;
  /** Base64, without line breaks. */
  readonly certificates: readonly string[];
}

async function readIdpMetadata(xml: string): Promise<IdpMetadata> {
  const { parseDomFromString, xpath } = await loadXml();
  const document = await parseDomFromString(xml);
  const entityId =
    xpath.selectAttributes(document, "/*[local-name()='EntityDescriptor']/@entityID")[0]?.nodeValue ?? "";
  const found = xpath.selectElements(
    document,
    "//*[local-name()='IDPSSODescriptor']/*[local-name()='KeyDescriptor'][not(@use='encryption')]//*[local-name()='X509Certificate']",
  );
  return { entityId, certificates: found.map((element) => (element.textContent ?? "").replace(/\s+/g, "")) };
}

function entityCheck(published: string, configured: string): SsoCheck {
  if (published === configured) return passed("metadata", `The entity ID is ${published}.`);
  const detail = `The metadata belongs to ${published || "nobody"}, but saml.idp_entity_id is ${configured}.`;
  return failed(
    "metadata",
    detail,
    `Set saml.idp_entity_id to ${published || "the entity ID of the identity provider"}.`,
  );
}

function rolloverCheck({ certificates }: IdpMetadata, get: Settings["get"]): SsoCheck {
  const known = get("saml.idp_x509_cert").map((pem) => pem.replace(/-----[^-]+-----|\s+/g, ""));
  const unknown = certificates.filter((each) => !known.includes(each));
  if (unknown.length === 0)
    return passed("rollover", "Every certificate that the identity provider publishes is known.");
  return failed(
    "rollover",
    `The identity provider publishes ${unknown.length} signing certificate(s) that are not in saml.idp_x509_cert.`,
    "Add them now: once the identity provider signs with a new one, nobody can sign in.",
  );
}
