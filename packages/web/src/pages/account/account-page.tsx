import { Card, Section } from "../../ui/layout/card.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { Page } from "../../ui/layout/page.js";
import { useUser } from "../../api/session.js";
import { ApiKeys } from "./api-keys.js";
import { PasswordForm } from "./password-form.js";
import { Profile } from "./profile.js";

export function AccountPage() {
  const user = useUser();
  return (
    <Page title="Account" intro="Your profile, password and API keys.">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Section title="Profile">
          <Card>
            <Profile />
          </Card>
        </Section>
        <Section title="Password">
          <Card>
            {user.auth_provider === "local" ? (
              <PasswordForm />
            ) : (
              <p>You sign in with single sign-on. Change your password with your identity provider.</p>
            )}
          </Card>
        </Section>
      </div>
      <Section title="Command line">
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <p>
            Run <code className="font-mono">tack login</code> on a machine to get a code, and enter it here to sign that
            machine in to your account. Changing your password signs out all other machines.
          </p>
          <ButtonLink to="/device">Enter a code</ButtonLink>
        </Card>
      </Section>
      <ApiKeys />
    </Page>
  );
}
