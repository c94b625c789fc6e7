import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { askForSignIn, stopAsking, useInterruption } from "../api/interruption.js";
import { readLastUser } from "../api/last-user.js";
import { reload, useUser } from "../api/session.js";
import { Button } from "../ui/actions/button.js";
import { AlertBox } from "../ui/feedback/alert-box.js";
import { lazyPart } from "../ui/feedback/lazy-part.js";

const SignInAgain = lazyPart(async () => (await import("../pages/auth/sign-in-again.js")).SignInAgain);

/** Says that the session of the page has ended, and offers to sign in again in place. */
export function SessionNotice() {
  const queries = useQueryClient();
  const interruption = useInterruption();
  if (!interruption) return null;
  return (
    <div className="sticky bottom-0 z-30 bg-canvas p-2">
      {interruption.kind === "ended" ? <Ended /> : <Replaced />}
      {interruption.asks && <SignInAgain props={{}} onMissing={() => stopAsking(queries)} />}
    </div>
  );
}

function Ended() {
  return (
    <AlertBox action={<SignIn>Sign in</SignIn>}>
      <p>You have been signed out. This page is kept as it is.</p>
    </AlertBox>
  );
}

/** Pages of two accounts look alike, and a form must not be sent in the wrong name. */
function Replaced() {
  const user = useUser();
  const other = readLastUser();
  const name = other && other.id !== user.id ? other.name : "the other account";
  return (
    <AlertBox
      action={
        <div className="flex flex-wrap justify-end gap-2">
          <SignIn>Sign in as {user.name}</SignIn>
          <Button size="small" variant="primary" onClick={reload}>
            Continue as {name}
          </Button>
        </div>
      }
    >
      <p>
        This browser is now signed in to another account. This page still shows what {user.name} may see, and sends
        nothing.
      </p>
    </AlertBox>
  );
}

function SignIn({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  return (
    <Button size="small" onClick={() => askForSignIn(queries)}>
      {children}
    </Button>
  );
}
