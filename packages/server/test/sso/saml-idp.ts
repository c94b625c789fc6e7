import type { ServerResponse } from "node:http";
import { createVerify, randomUUID, X509Certificate } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { SAML } from "@node-saml/node-saml";
import samlp from "samlp";
import { encrypt } from "xml-encryption";
import { generateSamlKeyPair, type KeyPair } from "@tackroom/server/auth/providers/saml/key-pair";
import { startWebSite, type SeenRequest, type WebSite } from "../web-site.js";

export interface Person {
  readonly nameId: string;
  readonly email?: string;
  readonly name?: string;
}

export interface Asked {
  readonly id: string;
  readonly relayState: string;
  readonly acsUrl: string;
  readonly issuer: string;
}

/** What an honest answer has; a test changes what it lies about. */
export interface ResponseOptions {
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly inResponseTo?: string;
  readonly lifetimeInSeconds?: number;
  readonly nameIdentifierFormat?: string;
  readonly signAssertion?: boolean;
  readonly signResponse?: boolean;
  readonly sessionIndex?: string;
  /** PEM of whom the assertion is encrypted for. */
  readonly encryptFor?: string;
  /** Signs with a key that the service provider does not know. */
  readonly stranger?: boolean;
}

/** A SAML identity provider on this machine that signs and encrypts. */
export interface SamlIdp extends Pick<WebSite, "url" | "requests" | "close"> {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly sloUrl: string;
  readonly certificate: string;
  readonly keys: KeyPair;
  say(login: string, person: Person): void;
  /** What the XML of an answer is. */
  respond(asked: Asked, login: string, options?: ResponseOptions): Promise<string>;
}

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
export const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

export async function startSamlIdp(): Promise<SamlIdp> {
  const keys = await generateSamlKeyPair("idp.example.com");
  const stranger = await generateSamlKeyPair("stranger.example.com");
  const people = new Map<string, Person>();
  let entityId = "";

  const respond: SamlIdp["respond"] = (asked, login, options = {}) => {
    const person = people.get(login) ?? { nameId: login };
    const { encryptFor, stranger: isStranger, ...more } = options;
    const signer = isStranger ? stranger : keys;
    const config = {
      issuer: entityId,
      key: signer.privateKey,
      cert: signer.certificate,
      audience: asked.issuer,
      recipient: asked.acsUrl,
      destination: asked.acsUrl,
      inResponseTo: asked.id,
      sessionIndex: `_${randomUUID()}`,
      nameIdentifierFormat: PERSISTENT,
      signatureAlgorithm: "rsa-sha256",
      digestAlgorithm: "sha256",
      lifetimeInSeconds: 300,
      profileMapper: () => ({
        getClaims: () => ({
          ...(person.email === undefined ? {} : { email: person.email }),
          ...(person.name === undefined ? {} : { displayName: person.name }),
        }),
        getNameIdentifier: () => ({ nameIdentifier: person.nameId }),
      }),
      ...(encryptFor === undefined ? {} : encryptionOptions(encryptFor)),
      ...more,
    };
    return new Promise((resolve, reject) => {
      samlp.getSamlResponse(config, {}, (error, xml) => (error ? reject(error) : resolve(xml)));
    });
  };

  const site = await startWebSite((request, response) => answerBrowser(respond, request, response));
  entityId = `${site.url}/metadata`;
  return {
    ...site,
    entityId,
    ssoUrl: `${site.url}/sso`,
    sloUrl: `${site.url}/slo`,
    certificate: keys.certificate,
    keys,
    say: (login, person) => void people.set(login, person),
    respond,
  };
}

/** A page that asks who one is, then one that posts the answer to the service provider. */
function answerBrowser(
  respond: SamlIdp["respond"],
  { method, path, body }: SeenRequest,
  response: ServerResponse,
): void {
  const html = (shown: string): void =>
    void response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>IdP</title>${shown}`);
  if (!path.startsWith("/sso")) return html("<p>Signed out at the identity provider</p>");
  if (method === "GET") {
    return html(`<form method="post" action="${path}"><input type="hidden" name="prompt" value="login">
      <label>Login <input name="login"></label><button>Sign in</button></form>`);
  }
  const asked = readRequest(`http://idp${path}`);
  const login = new URLSearchParams(body).get("login") ?? "";
  void respond(asked, login).then((xml) =>
    html(`<form method="post" action="${asked.acsUrl}"><input type="hidden" name="RelayState" value="${asked.relayState}">
      <input type="hidden" name="SAMLResponse" value="${toForm(xml)}"><button>Continue</button></form>`),
  );
}

function encryptionOptions(certificate: string): object {
  return {
    encryptionCert: certificate,
    encryptionPublicKey: certificate,
    encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
  };
}

/** Any text as an encrypted assertion: that takes nobody's permission. */
export function encryptedFor(certificate: string, text: string): Promise<string> {
  const options = {
    rsa_pub: new X509Certificate(certificate).publicKey.export({ type: "spki", format: "pem" }),
    pem: certificate,
    encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
  } as const;
  return new Promise((resolve, reject) => {
    encrypt(text, options, (error, xml) =>
      error
        ? reject(error)
        : resolve(
            `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${xml}</saml:EncryptedAssertion>`,
          ),
    );
  });
}

export const toForm = (xml: string): string => Buffer.from(xml).toString("base64");

/** What the address that a browser is sent to asks for. */
export function readRequest(address: string): Asked {
  const query = new URL(address).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest") ?? "", "base64")).toString();
  const attribute = (name: string): string => new RegExp(` ${name}="([^"]+)"`).exec(xml)?.[1] ?? "";
  return {
    id: attribute("ID"),
    acsUrl: attribute("AssertionConsumerServiceURL"),
    issuer: /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? "",
    relayState: query.get("RelayState") ?? "",
  };
}

/** Whether the message in an address is signed by whom a certificate belongs to. */
export function isSignedBy(address: string, certificate: string): boolean {
  const [signed = "", signature = ""] = new URL(address).search.slice(1).split("&Signature=");
  const verify = createVerify("RSA-SHA256").update(signed);
  return verify.verify(certificate, decodeURIComponent(signature), "base64");
}

/** The query with which an identity provider sends the browser to sign someone out. */
export async function logoutRequest(
  idp: SamlIdp,
  { nameId, sessionIndex }: { readonly nameId: string; readonly sessionIndex?: string },
): Promise<string> {
  const sls = "http://localhost:8000/api/v1/sso/saml/sls";
  const saml = new SAML({
    issuer: idp.entityId,
    callbackUrl: idp.ssoUrl,
    entryPoint: sls,
    logoutUrl: sls,
    idpCert: idp.certificate,
    privateKey: idp.keys.privateKey,
    signatureAlgorithm: "sha256",
  });
  const profile = { issuer: idp.entityId, nameID: nameId, nameIDFormat: PERSISTENT };
  const url = await saml.getLogoutUrlAsync(
    { ...profile, ...(sessionIndex === undefined ? {} : { sessionIndex }) },
    "",
    {},
  );
  return new URL(url).search.slice(1);
}
