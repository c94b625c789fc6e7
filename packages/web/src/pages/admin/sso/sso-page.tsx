import type { ReplyOf } from "@tackroom/contract/calls";
import { enabledSsoMethods, SSO_METHODS } from "@tackroom/contract/sign-in-methods";
import { useCall } from "../../../api/queries.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { Section } from "../../../ui/layout/card.js";
import { AdminFrame } from "../admin-frame.js";
import type { Setting } from "../settings/setting.js";
import { SettingList } from "../settings/setting-list.js";
import { MethodSection } from "./method-section.js";
import { isPolicySetting } from "./sso-methods.js";

export const SsoPage = () => (
  <AdminFrame
    title="Single sign-on"
    intro="Let users sign in with the accounts of your organization. Register this server with a provider, enter what the provider gives you, then test it."
  >
    <Methods />
  </AdminFrame>
);

function Methods() {
  const settings = useCall("listSettings");
  const config = useCall("getPublicConfig");
  return (
    <Loaded query={settings} waits={config.isPending}>
      {(all) => <Sections settings={all} config={config.data} />}
    </Loaded>
  );
}

interface SectionsProps {
  readonly settings: readonly Setting[];
  readonly config: ReplyOf<"getPublicConfig"> | undefined;
}

function Sections({ settings, config }: SectionsProps) {
  const enabled = config ? enabledSsoMethods(config) : [];
  return (
    <>
      {SSO_METHODS.map((method) => (
        <MethodSection key={method} method={method} settings={settings} isEnabled={enabled.includes(method)} />
      ))}
      <Section title="Policy">
        <p className="-mt-1 text-muted">Who can get an account, and whether passwords work.</p>
        <SettingList settings={settings.filter(isPolicySetting)} />
      </Section>
    </>
  );
}
