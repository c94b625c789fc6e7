import { SIGN_IN_NAMES, type SsoMethod } from "@tackroom/contract/sign-in-methods";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { Badge, type Tone } from "../../../ui/feedback/badge.js";
import { CopyButton } from "../../../ui/feedback/copy-button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Card, Section } from "../../../ui/layout/card.js";
import type { Setting } from "../settings/setting.js";
import { SettingList } from "../settings/setting-list.js";
import { SamlKey } from "./saml-key.js";
import {
  providerFieldsOf,
  settingsOf,
  statusOf,
  type ProviderField,
  type SsoState,
  type SsoStatus,
} from "./sso-methods.js";
import { TestResult } from "./test-result.js";

const ABOUT: Readonly<Record<SsoMethod, string>> = {
  oidc: "Any provider with OpenID Connect, such as Okta, Microsoft Entra ID, Keycloak or Auth0.",
  provider_a: "Google accounts. Create an OAuth client of the type “Web application” in the Google Cloud console.",
  provider_b: "GitHub accounts. Create an OAuth app in the developer settings of your GitHub organization.",
  saml: "Any identity provider with SAML 2.0. Most of them can import this server's metadata.",
};

const BADGES: Readonly<Record<SsoState, { readonly tone: Tone; readonly label: string }>> = {
  on: { tone: "good", label: "Configured" },
  off: { tone: "neutral", label: "Not configured" },
  incomplete: { tone: "warn", label: "Incomplete" },
  starting: { tone: "warn", label: "Enabled after a restart" },
  stopping: { tone: "warn", label: "Disabled after a restart" },
};

interface MethodSectionProps {
  readonly method: SsoMethod;
  /** All settings of the server. */
  readonly settings: readonly Setting[];
  /** Whether the login page offers it. */
  readonly isEnabled: boolean;
}

export function MethodSection({ method, settings, isEnabled }: MethodSectionProps) {
  const name = SIGN_IN_NAMES[method];
  const own = settingsOf(method, settings);
  const status = statusOf(method, settings, isEnabled);
  const { tone, label } = BADGES[status.state];
  const test = useAction("testSso", { refreshes: ["listAuditLog"] });
  return (
    <Section
      title={name}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <Button
            size="small"
            busy={test.isPending}
            aria-label={`Test ${name}`}
            onClick={() => test.mutate({ params: { method } })}
          >
            Test
          </Button>
        </div>
      }
    >
      <p className="-mt-1 text-muted">{ABOUT[method]}</p>
      <StatusHint status={status} />
      {test.error && <ErrorBox problem={test.error} />}
      {test.data && <TestResult name={name} test={test.data} />}
      <ProviderFields name={name} fields={providerFieldsOf(method, settings)} />
      <SettingList settings={own} />
      {method === "saml" && <SamlKey settings={own} />}
    </Section>
  );
}

function StatusHint({ status: { state, missing } }: { readonly status: SsoStatus }) {
  if (state === "on" || state === "off") return null;
  if (state === "starting") return <p>The login page offers it after the server is restarted.</p>;
  const stillMissing = missing.length > 0 && `Not set: ${missing.join(", ")}.`;
  if (state === "stopping") return <p>{stillMissing} The login page offers it until the server is restarted.</p>;
  return <p>{stillMissing || "The login page does not offer it. Test it to see why."}</p>;
}

interface ProviderFieldsProps {
  readonly name: string;
  readonly fields: readonly ProviderField[];
}

const ProviderFields = ({ name, fields }: ProviderFieldsProps) => (
  <Card className="flex flex-col gap-2">
    <h3>Register with the provider</h3>
    <dl className="grid items-center gap-x-4 md:grid-cols-[16rem_1fr]">
      {fields.map(({ label, value, isLink = false }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="flex min-w-0 items-center gap-1">
            {isLink ? (
              <a
                href={value}
                target="_blank"
                rel="noreferrer"
                className="font-mono text-sm break-all text-accent underline"
              >
                {value}
              </a>
            ) : (
              <code className="font-mono text-sm break-all">{value}</code>
            )}
            <CopyButton text={value} what={`the ${label} of ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  </Card>
);
