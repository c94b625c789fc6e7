import { useCall } from "../../api/queries.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { Card, Section } from "../../ui/layout/card.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { AdminFrame } from "./admin-frame.js";
import type { Setting } from "./setting-control.js";
import { SettingList } from "./setting-list.js";
import { isSsoSetting } from "./sso/sso-methods.js";

/** The title of each key prefix. Unknown prefixes are shown as they are. */
const GROUPS: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  deployment: { title: "Deployment", about: "The server's public address and who can access it." },
  security: { title: "Security", about: "Limits and trusted proxies." },
  review: { title: "Review", about: "How submissions are reviewed." },
  discovery: { title: "Discovery", about: "How agents and other registries discover published items." },
  telemetry: { title: "Telemetry", about: "How session usage and cost are calculated." },
  jwt: { title: "Tokens", about: "Token lifetimes." },
  data: { title: "Data", about: "Data retention." },
};

export const SettingsPage = () => (
  <AdminFrame title="Settings" intro="Configure this server. Changes take effect immediately unless noted otherwise.">
    <Settings />
  </AdminFrame>
);

const groupOf = (key: string): string => key.split(".")[0] ?? key;

function Settings() {
  const settings = useCall("listSettings");
  return (
    <Loaded query={settings}>
      {(all) => {
        const shown = all.filter((setting) => !isSsoSetting(setting));
        return (
          <>
            <ToSingleSignOn />
            {[...new Set(shown.map(({ key }) => groupOf(key)))].map((group) => (
              <Group key={group} group={group} settings={shown.filter(({ key }) => groupOf(key) === group)} />
            ))}
          </>
        );
      }}
    </Loaded>
  );
}

const ToSingleSignOn = () => (
  <Section title="Accounts and single sign-on">
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p>Who can get an account, whether passwords work, and the providers that users can sign in with.</p>
      <ButtonLink to="/admin/sso">Open single sign-on</ButtonLink>
    </Card>
  </Section>
);

function Group({ group, settings }: { readonly group: string; readonly settings: readonly Setting[] }) {
  const { title, about } = GROUPS[group] ?? { title: group, about: undefined };
  return (
    <Section title={title}>
      {about !== undefined && <p className="-mt-1 text-muted">{about}</p>}
      <SettingList settings={settings} />
    </Section>
  );
}
