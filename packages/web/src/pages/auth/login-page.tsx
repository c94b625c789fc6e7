import { Link, Navigate, useNavigate } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { enabledSsoMethods } from "@tackroom/contract/sign-in-methods";
import { useCall } from "../../api/queries.js";
import { useSession } from "../../api/session.js";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { AuthFrame } from "./auth-frame.js";
import { PasswordLogin } from "./password-login.js";
import { SignInFailure, useSsoErrorCode } from "./sign-in-failure.js";
import { SsoLinks } from "./sso-links.js";
import { Redirect, useEnter, useNext } from "./use-enter.js";
import { useOneTimeCode } from "./use-one-time-code.js";

export function LoginPage() {
  const session = useSession();
  const health = useCall("getHealth");
  const config = useCall("getPublicConfig");
  const next = useNext();
  const { isPending, problem } = useOneTimeCode();
  const ssoError = useSsoErrorCode();
  const hasFailed = problem !== undefined || ssoError !== undefined;
  if (isPending) return <SigningIn />;
  if (session.data && !hasFailed) return <Redirect href={next} />;
  // The first admin has a password, which a server that only allows single sign-on would reject.
  if (health.data?.initialized === false && config.data?.sso_only === false) return <Navigate to="/welcome" replace />;
  return (
    <AuthFrame title="Sign in">
      <SignInFailure code={ssoError} problem={problem} />
      {session.data && <StillSignedIn username={session.data.username} next={next} />}
      <Loaded query={config} skeleton={<Skeleton className="h-44" />}>
        {(ways) => <Ways config={ways} next={next} />}
      </Loaded>
    </AuthFrame>
  );
}

const SigningIn = () => (
  <AuthFrame title="Sign in">
    <p role="status" className="text-muted">
      Signing you in…
    </p>
  </AuthFrame>
);

/** A failed attempt to sign in again does not end the session. */
function StillSignedIn({ username, next }: { readonly username: string; readonly next: string }) {
  const navigate = useNavigate();
  return (
    <Button variant="primary" onClick={() => void navigate({ href: next, replace: true })}>
      Continue as {username}
    </Button>
  );
}

interface WaysProps {
  readonly config: ReplyOf<"getPublicConfig">;
  readonly next: string;
}

function Ways({ config, next }: WaysProps) {
  const enter = useEnter();
  const hasSso = enabledSsoMethods(config).length > 0;
  if (config.sso_only) {
    return hasSso ? (
      <SsoLinks config={config} next={next} />
    ) : (
      <p>This server requires single sign-on, but no provider is configured. Ask an admin to configure one.</p>
    );
  }
  return (
    <>
      <PasswordLogin onDone={enter}>
        <Link to="/forgot-password" className="text-center text-accent underline">
          Forgot your password?
        </Link>
      </PasswordLogin>
      {hasSso && (
        <>
          <Divider />
          <SsoLinks config={config} next={next} />
        </>
      )}
      {config.self_registration_enabled && (
        <div className="flex flex-col gap-2">
          <p className="text-center text-sm text-muted">New here?</p>
          <ButtonLink to="/register" search={{ next }}>
            Register
          </ButtonLink>
        </div>
      )}
    </>
  );
}

const Divider = () => (
  <p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
    or
  </p>
);
