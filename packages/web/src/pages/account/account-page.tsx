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
    <Page title="Account" intro="Who you are here, and what may act for you.">
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
              <p>You sign in with single sign-on: your password is kept and changed there.</p>
            )}
          </Card>
        </Section>
      </div>
      <Section title="Command lines">
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <p>
            A machine that runs <code className="font-mono">tack login</code> shows a code. Type it here to sign that
            machine in as you. Changing your password signs every other machine out.
          </p>
          <ButtonLink to="/device">Type a code</ButtonLink>
        </Card>
      </Section>
      <ApiKeys />
    </Page>
  );
}
