import type { RiskSignal, VersionStatus } from "@tackroom/contract";
import { agentYaml } from "../core/agent-yaml.js";
import { canonicalContent } from "../core/canonical.js";
import type { Fields } from "../core/fields.js";
import { normalised } from "../core/normalised.js";
import { riskSignals } from "../core/risk-signals.js";
import { isStable, precedenceOf } from "../core/versions.js";
import { widenedPermissions } from "../core/widened-permissions.js";
import { digestOf } from "../digest.js";
import type { NamedPin } from "../agents/pin-components.js";
import { requiredCapabilities } from "../core/required-capabilities.js";
import type { Kind } from "../kinds/index.js";
import { contentErrors, fileErrors, refuse } from "./checked-fields.js";
import type { CanonicalContent } from "../stores/artifact-store.js";
import type { VersionContent } from "../stores/version-store.js";

/** What a version says, before it is stored. */
export interface VersionDraft {
  readonly version: string;
  readonly description: string;
  readonly changelog: string | null;
  readonly supportedHarnesses: readonly string[];
  readonly fields: Fields;
  /** Under a number that does not say so. */
  readonly isPrerelease?: boolean;
  /** The fields of the released version that it follows; what it may do beyond them is shown to its reviewer. */
  readonly previous?: Fields;
}

export interface Identity {
  readonly name: string;
  readonly namespace: string;
  readonly slug: string;
}

export interface ComposedVersion {
  readonly row: Omit<VersionContent, "status">;
  readonly content: CanonicalContent;
}

export interface Composition {
  readonly pins: readonly NamedPin[];
  /** The status that it is going to have. Absent for content that is stored already and only composed anew: of it only the files are checked. */
  readonly status?: VersionStatus;
}

/**
 * A draft with everything that follows from it: canonical bytes, digest, risks, its place among the versions. Whatever
 * becomes the content of a version passes here, and is refused here if a version with its status cannot have it.
 */
export function composeVersion(
  kind: Kind,
  identity: Identity,
  given: VersionDraft,
  { pins, status }: Composition,
): ComposedVersion {
  refuse(status === "pending" ? contentErrors(kind, given, "body") : fileErrors(kind, given.fields, "body"));
  const draft = { ...given, fields: normalised(given.fields) as Fields };
  const content = canonicalContent(kind.kind, {
    name: identity.name,
    qualifiedName: `${identity.namespace}/${identity.slug}`,
    description: draft.description,
    version: draft.version,
    supportedHarnesses: draft.supportedHarnesses,
    fields: draft.fields,
    ...(kind.components ? { agent: agentParts(identity, draft, pins) } : {}),
  });
  return {
    content,
    row: {
      ...identityOf(identity),
      version: draft.version,
      precedence: precedenceOf(draft.version),
      is_stable: isStable(draft.version) && draft.isPrerelease !== true,
      description: draft.description,
      changelog: draft.changelog,
      supported_harnesses: [...draft.supportedHarnesses],
      fields: draft.fields,
      risk_signals: [
        ...riskSignals(kind.kind, draft.fields, draft.description),
        ...(draft.previous ? widenedPermissions(kind.kind, draft.previous, draft.fields) : []),
        ...privateParts(pins),
      ],
      digest: digestOf(content.bytes),
    },
  };
}

const identityOf = ({ namespace, slug, name }: Identity): Identity => ({ namespace, slug, name });

function agentParts(identity: Identity, draft: VersionDraft, pins: readonly NamedPin[]) {
  const components = pins.map(({ isPublic: _isPublic, ...pin }) => pin);
  return {
    components,
    requiredCapabilities: requiredCapabilities(
      pins.map(({ type }) => type),
      draft.fields,
    ),
    yamlSnapshot: agentYaml({ name: identity.name, ...draft, components }),
  };
}

function privateParts(pins: readonly NamedPin[]): RiskSignal[] {
  return pins.flatMap(({ isPublic }, index) =>
    isPublic
      ? []
      : [
          {
            code: "private_component",
            severity: "low" as const,
            path: `components[${index}]`,
            message: "This component is not public: users who cannot see it cannot install the agent.",
          },
        ],
  );
}
