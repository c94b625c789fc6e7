import { useCall } from "../../api/queries.js";
import { Card, Section } from "../../ui/layout/card.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { AdminFrame } from "./admin-frame.js";
import type { Setting } from "./setting-control.js";
import { SettingRow } from "./setting-row.js";

/** What the part of a key before its dot stands for. A part that is not here is shown by its own name. */
const GROUPS: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  auth: { title: "Accounts", about: "Who gets an account, and how accounts are joined." },
  deployment: { title: "Deployment", about: "Where this server is reached, and by whom." },
  security: { title: "Security", about: "Limits, and whom to believe." },
  review: { title: "Review", about: "How submissions are decided on." },
  discovery: { title: "Discovery", about: "How agents and other registries find what is published here." },
  telemetry: { title: "Telemetry", about: "How sessions are counted." },
  oauth: { title: "Single sign-on: OpenID Connect", about: "A provider that speaks OpenID Connect." },
  provider_a: { title: "Single sign-on: provider A", about: "Sign-in with accounts of provider A." },
  provider_b: { title: "Single sign-on: provider B", about: "Sign-in with accounts of provider B." },
  saml: { title: "Single sign-on: SAML", about: "An identity provider that speaks SAML." },
  jwt: { title: "Tokens", about: "How long sign-ins last." },
  data: { title: "Data", about: "How long data is kept." },
};

export const SettingsPage = () => (
  <AdminFrame title="Settings" intro="How this server behaves. A change holds at once unless it says otherwise.">
    <Settings />
  </AdminFrame>
);

const groupOf = (key: string): string => key.split(".")[0] ?? key;

function Settings() {
  const settings = useCall("listSettings");
  return (
    <Loaded query={settings}>
      {(all) =>
        [...new Set(all.map(({ key }) => groupOf(key)))].map((group) => (
          <Group key={group} group={group} settings={all.filter(({ key }) => groupOf(key) === group)} />
        ))
      }
    </Loaded>
  );
}

function Group({ group, settings }: { readonly group: string; readonly settings: readonly Setting[] }) {
  const { title, about } = GROUPS[group] ?? { title: group, about: undefined };
  return (
    <Section title={title}>
      {about !== undefined && <p className="-mt-1 text-muted">{about}</p>}
      <Card className="divide-y divide-line p-0">
        {settings.map((setting) => (
          <SettingRow key={setting.key} setting={setting} />
        ))}
      </Card>
    </Section>
  );
}
