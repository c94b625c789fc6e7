import type { ReplyOf } from "@tackroom/contract/calls";
import { useSearch } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useAction, useCall } from "../../api/queries.js";
import { useSession } from "../../api/session.js";
import { ToLogin } from "../../shell/to-login.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { AuthFrame } from "./auth-frame.js";

const TITLE = "Give an application access";

/** The parameters of a request; others in the URL are not sent to the server. */
const PARAMETERS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "resource",
] as const;

type Request = Partial<Record<(typeof PARAMETERS)[number], string>>;
type Consent = ReplyOf<"getMcpConsent">;

/** The page that MCP clients open in the browser. */
export function ConsentPage() {
  const session = useSession();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const given = PARAMETERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]));
  const request = Object.fromEntries(given) as Request;
  if (session.data) return <AskUser username={session.data.username} request={request} />;
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

interface AskUserProps {
  readonly username: string;
  readonly request: Request;
}

/** Always requires a click, however often the same application has asked before. */
function AskUser({ username, request }: AskUserProps) {
  const consent = useCall("getMcpConsent", { query: request });
  const [returnsTo, setReturnsTo] = useState<string>();
  if (returnsTo !== undefined && consent.data) return <GoBack name={consent.data.client_name} />;
  return (
    <AuthFrame title={TITLE}>
      <Loaded query={consent} skeleton={<SkeletonRows rows={4} />}>
        {(found) => <Question {...{ username, request }} consent={found} onDecided={setReturnsTo} />}
      </Loaded>
    </AuthFrame>
  );
}

interface QuestionProps extends AskUserProps {
  readonly consent: Consent;
  readonly onDecided: (returnsTo: string) => void;
}

function Question({ username, request, consent, onDecided }: QuestionProps) {
  const decide = useAction("decideMcpConsent", {
    onDone: ({ redirect_to: address }) => {
      onDecided(address);
      window.location.assign(address);
    },
  });
  const answer = (decision: "allow" | "deny"): void => decide.mutate({ body: { ...request, decision } });
  return (
    <div className="flex flex-col gap-4">
      <p>
        <strong className="break-words">{consent.client_name}</strong> asks for access to this registry as{" "}
        <strong className="break-words">{username}</strong>.
      </p>
      <Origin consent={consent} />
      <div>
        <p>It will be able to</p>
        <ul className="list-disc pl-5">
          <li>find, read and install the items that you may see, including private ones</li>
          <li>read your own recorded sessions</li>
        </ul>
        <p className="mt-2 text-muted">
          It cannot change anything, and it cannot see other people's sessions. You can end its access on your account
          page.
        </p>
      </div>
      <p className="text-muted">
        Afterwards your browser returns to{" "}
        <strong className="break-words text-ink">
          {consent.returns_to_this_computer ? `this computer (${consent.returns_to})` : consent.returns_to}
        </strong>
        .
      </p>
      {decide.error && <ErrorBox problem={decide.error} />}
      <div className="flex flex-col gap-2">
        <Button variant="primary" size="large" busy={decide.isPending} onClick={() => answer("allow")}>
          Allow
        </Button>
        <Button size="large" busy={decide.isPending} onClick={() => answer("deny")}>
          Deny
        </Button>
      </div>
    </div>
  );
}

/** Anyone can call an application anything; only the host of its document is known for certain. */
function Origin({ consent }: { readonly consent: Consent }) {
  if (consent.client_host !== null) {
    return (
      <p>
        The application is described at <strong className="break-words">{consent.client_host}</strong>.
      </p>
    );
  }
  return (
    <p className="flex gap-2">
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
      <span>
        The application chose its own name, and nobody has checked the name. Continue only if you have just started this
        from an application on your own computer or one that you trust.
      </span>
    </p>
  );
}

const GoBack = ({ name }: { readonly name: string }) => (
  <AuthFrame title="Done">
    <p role="status" className="flex items-center gap-2">
      <CircleCheck size={18} aria-hidden="true" /> Your answer goes to {name}.
    </p>
    <p>If nothing happens, go back to the application. You can close this page.</p>
  </AuthFrame>
);
