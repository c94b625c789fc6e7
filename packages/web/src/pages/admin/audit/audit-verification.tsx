import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { Card } from "../../../ui/layout/card.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";

/** Verifies the chain on request, because it takes a while for a long log. */
export function AuditVerification() {
  const verify = useAction("verifyAuditLog", { refreshes: ["listAuditLog"] });
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>Verify from the hash chain that no record has been changed, reordered or removed.</p>
        <Button busy={verify.isPending} onClick={() => verify.mutate({})}>
          <ShieldCheck size={14} aria-hidden="true" /> {verify.isPending ? "Verifying …" : "Verify chain"}
        </Button>
      </div>
      {verify.error && <ErrorBox problem={verify.error} />}
      {verify.data && <Verdict check={verify.data} />}
    </Card>
  );
}

function Verdict({ check }: { readonly check: ReplyOf<"verifyAuditLog"> }) {
  const count = check.checked.toLocaleString("en");
  return (
    <div role="status" className={`rounded-md px-3 py-2 ${check.ok ? "bg-good-soft" : "bg-bad-soft"}`}>
      <p className={`flex items-center gap-2 font-medium ${check.ok ? "text-good" : "text-bad"}`}>
        {check.ok ? <ShieldCheck size={16} aria-hidden="true" /> : <ShieldAlert size={16} aria-hidden="true" />}
        {check.ok ? `Intact: all ${count} records are unchanged.` : "The log was tampered with."}
      </p>
      {!check.ok && (
        <p className="mt-1">
          The first {count} records are unchanged. The first invalid record is{" "}
          <code className="font-mono text-sm break-all">{check.first_bad_event_id ?? "missing"}</code>.
        </p>
      )}
      <p className="mt-1 text-sm break-all">
        Last seal: <code className="font-mono">{check.last_chain_hash}</code>
      </p>
    </div>
  );
}
