import { useQueryClient } from "@tanstack/react-query";
import { enabledSsoMethods } from "@tackroom/contract/sign-in-methods";
import { stopAsking } from "../../api/interruption.js";
import { useCall } from "../../api/queries.js";
import { useSignIn, useUser } from "../../api/session.js";
import { ButtonAnchor } from "../../ui/actions/button.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { Dialog } from "../../ui/overlays/dialog.js";
import { PasswordLogin } from "./password-login.js";

/** Signs in without leaving the page, so that nothing typed is lost. */
export function SignInAgain() {
  const user = useUser();
  const queries = useQueryClient();
  const { goOn } = useSignIn();
  const config = useCall("getPublicConfig");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && stopAsking(queries)}
      title="Sign in again"
      description="This page stays open, so you can continue where you left off."
    >
      <Loaded query={config} skeleton={<Skeleton className="h-44" />}>
        {(ways) => (
          <>
            {!ways.sso_only && <PasswordLogin username={user.username} onDone={goOn} />}
            {enabledSsoMethods(ways).length > 0 && <InAnotherTab />}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** A provider's page would replace this one; this tab notices when another one has signed in. */
const InAnotherTab = () => (
  <ButtonAnchor href="/login" target="_blank" rel="noreferrer">
    Single sign-on, in a new tab
  </ButtonAnchor>
);
