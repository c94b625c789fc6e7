import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { VERSION } from "../version.js";

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, everything else as JSON. */
  readonly body: unknown;
}

/** What a request asks for beyond its path. */
export interface FakeAsked {
  readonly query: URLSearchParams;
  /** As JSON; undefined without a body. */
  readonly body: unknown;
}

/** An untrusted server that returns whatever a test defines. */
export async function fakeServer(
  answer: (method: string, path: string, asked: FakeAsked) => FakeAnswer | undefined,
): Promise<string> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://fake");
    const sent = Buffer.concat(chunks).toString();
    const {
      status = 200,
      headers = {},
      body,
    } = answer(request.method ?? "", decodeURIComponent(url.pathname), {
      query: url.searchParams,
      body: /^[[{]/.test(sent) ? JSON.parse(sent) : undefined,
    }) ?? {
      status: 404,
      body: { code: "not_found", detail: "Nothing is there." },
    };
    response.writeHead(status, { "x-tackroom-version": VERSION, ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const digestOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** A skill as served by a registry. Tests change what the registry claims or what it serves. */
export interface FakeSkill {
  readonly id: string;
  name: string;
  version: string;
  /** What the registry claims. */
  digest: string;
  /** What it serves; undefined when it is gone. */
  artifact: string | undefined;
  files: readonly { readonly path: string; readonly content: string; readonly executable?: boolean }[];
  attestation: string | undefined;
}

const SKILL_MD = "---\nname: tidy\ndescription: x\n---\n\nTidy.\n";
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

export function fakeSkill(): FakeSkill {
  return {
    id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
    name: "ada/tidy",
    version: "1.0.0",
    digest: digestOf(SKILL_MD),
    artifact: SKILL_MD,
    files: [{ path: ".claude/skills/tidy/SKILL.md", content: SKILL_MD }],
    attestation: undefined,
  };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function attest(skill: FakeSkill, change: object = {}): string {
  const statement = {
    subject: [{ name: `${skill.name}@${skill.version}`, digest: { sha256: skill.digest.slice("sha256:".length) } }],
    predicate: { item_id: skill.id },
    ...change,
  };
  const signed = `${part({ alg: "ES256", kid: "k1" })}.${part(statement)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

export function fakeRegistry(skill: FakeSkill): Promise<string> {
  return fakeServer((method, path) => {
    if (path === `/api/v1/artifacts/skill/${skill.id}/${skill.version}`) {
      return skill.artifact === undefined
        ? { status: 410, body: { errorCode: "gone", message: "Deleted." } }
        : { headers: { "x-artifact-digest": skill.digest }, body: skill.artifact };
    }
    if (path.endsWith("/jwks.json")) return { body: { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] } };
    if (path.endsWith("/attestation")) return skill.attestation === undefined ? undefined : { body: skill.attestation };
    if (!path.startsWith("/api/v1/skills/")) return undefined;
    const { id, name, version, digest, files } = skill;
    if (method === "GET") return { body: { id, qualified_name: name, version } };
    return {
      body: { version, version_id: id, digest, warnings: [], config_snippet: { scope: "project", files } },
    };
  });
}
