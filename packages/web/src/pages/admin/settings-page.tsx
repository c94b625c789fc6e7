import { useCall } from "../../api/queries.js";
import { Card, Section } from "../../ui/layout/card.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { AdminFrame } from "./admin-frame.js";
import type { Setting } from "./setting-control.js";
import { SettingRow } from "./setting-row.js";

/** The title of each key prefix. Unknown prefixes are shown as they are. */
const GROUPS: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  auth: { title: "Accounts", about: "Who can get an account." },
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
