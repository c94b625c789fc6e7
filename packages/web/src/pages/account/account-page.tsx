import { SIGN_IN_NAMES } from "@tackroom/contract/sign-in-methods";
import type { User } from "../../api/client.js";
import { useCall } from "../../api/queries.js";
import { useUser } from "../../api/session.js";
import { Card, Section } from "../../ui/layout/card.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { Page } from "../../ui/layout/page.js";
import { ApiKeys } from "./api-keys.js";
import { Authorizations } from "./authorizations.js";
import { PasswordForm } from "./password-form.js";
import { Profile } from "./profile.js";
import { TelemetryExport } from "./telemetry-export.js";

const whereToSignIn = ({ auth_provider: provider }: User): string =>
  provider === "local"
    ? "This server uses single sign-on, so your password no longer works. Sign in with single sign-on instead."
    : `You sign in with ${SIGN_IN_NAMES[provider]}. Change your password there.`;

export function AccountPage() {
  const user = useUser();
  const isSsoOnly = useCall("getPublicConfig").data?.sso_only === true;
  const hasPassword = user.auth_provider === "local" && !isSsoOnly;
  return (
    <Page title="Account" intro={hasPassword ? "Your profile, password and API keys." : "Your profile and API keys."}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Section title="Profile">
          <Card>
            <Profile />
          </Card>
        </Section>
        <Section title={hasPassword ? "Password" : "Sign-in"}>
          <Card>{hasPassword ? <PasswordForm /> : <p>{whereToSignIn(user)}</p>}</Card>
        </Section>
      </div>
      <Section title="Command line">
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <p>
            Run <code className="font-mono">tack login</code> on a machine to get a code, and enter it here to sign that
            machine in to your account.
            {hasPassword && " Changing your password signs out all other machines."}
          </p>
          <ButtonLink to="/device">Enter a code</ButtonLink>
        </Card>
      </Section>
      <ApiKeys />
      <Section title="Your telemetry">
        <Card>
          <TelemetryExport />
        </Card>
      </Section>
      <Authorizations />
    </Page>
  );
}
