import { useSearch } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { useSession } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { ToLogin } from "../../shell/to-login.js";
import { AuthFrame } from "./auth-frame.js";

const TITLE = "Sign in to the command line";

/** The page that `tack login` opens. */
export function DevicePage() {
  const session = useSession();
  if (session.data) return <ConfirmDevice username={session.data.username} />;
  if (session.data === null) return <ToLogin />;
  return (
    <AuthFrame title={TITLE}>
      {session.error ? (
        <ErrorBox problem={session.error} onRetry={() => void session.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </AuthFrame>
  );
}

/** Always requires a click: a link alone must not sign in someone else's machine. */
function ConfirmDevice({ username }: { readonly username: string }) {
  const search = useSearch({ strict: false }) as { code?: unknown };
  const [code, setCode] = useState(typeof search.code === "string" ? search.code.slice(0, 50) : "");
  const confirm = useAction("confirmDevice");
  if (confirm.isSuccess) {
    return (
      <AuthFrame title="Signed in">
        <p role="status" className="flex items-center gap-2 text-good">
          <CircleCheck size={18} aria-hidden="true" /> The command line is signed in.
        </p>
        <p>You can close this page and go back to your terminal.</p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={TITLE}
      intro={
        <>
          The command line will act as <strong>{username}</strong>. Continue only if your terminal shows exactly this
          code.
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate({ body: { user_code: code } });
        }}
      >
        <Field label="Code">
          {(ids) => (
            <Input
              {...ids}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              required
              maxLength={50}
              placeholder="XXXX-XXXX"
              autoComplete="off"
              className="h-11 text-center font-mono text-xl tracking-widest uppercase"
            />
          )}
        </Field>
        {confirm.error && <ErrorBox problem={confirm.error} />}
        <Button type="submit" variant="primary" size="large" busy={confirm.isPending}>
          Sign in
        </Button>
      </form>
    </AuthFrame>
  );
}
