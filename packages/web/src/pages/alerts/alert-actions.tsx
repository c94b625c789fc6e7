import { useNavigate } from "@tanstack/react-router";
import type { AlertRule } from "@tackroom/contract";
import { Pause, PenLine, Play, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { useToast } from "../../ui/feedback/toast.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { testResult } from "./alert-words.js";

interface OfRule {
  readonly rule: AlertRule;
}

export function AlertActions({ rule }: OfRule) {
  const [isDeleting, setIsDeleting] = useState(false);
  const test = useTest(rule);
  const pause = usePause(rule);
  const problem = test.problem ?? pause.problem;
  const isPaused = rule.status === "paused";
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <ButtonLink to="/alerts/$id/edit" params={{ id: rule.id }}>
        <PenLine size={14} aria-hidden="true" /> Edit
      </ButtonLink>
      {rule.webhook_url !== "" && (
        <Button busy={test.busy} onClick={test.run}>
          <Send size={14} aria-hidden="true" /> Test webhook
        </Button>
      )}
      <Button busy={pause.busy} onClick={pause.run}>
        <Icon size={14} aria-hidden="true" /> {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button variant="danger" onClick={() => setIsDeleting(true)}>
        <Trash2 size={14} aria-hidden="true" /> Delete
      </Button>
      {problem && <ErrorBox problem={problem} />}
      {isDeleting && <DeleteDialog rule={rule} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function useTest({ id }: AlertRule) {
  const toast = useToast();
  const test = useAction("testAlert", {
    refreshes: ["listAlertHistory"],
    onDone: (firing) => {
      const { ok, text } = testResult(firing);
      if (ok) toast.say(text);
      else toast.complain(text);
    },
  });
  return { busy: test.isPending, problem: test.error, run: () => test.mutate({ params: { id } }) };
}

function usePause({ id, status, name }: AlertRule) {
  const toast = useToast();
  const next = status === "paused" ? "active" : "paused";
  const update = useAction("updateAlert", {
    refreshes: ["getAlert", "listAlerts"],
    onDone: () => toast.say(next === "paused" ? `${name} is paused.` : `${name} is active again.`),
  });
  return {
    busy: update.isPending,
    problem: update.error,
    run: () => update.mutate({ params: { id }, body: { status: next } }),
  };
}

function DeleteDialog({ rule, onClose }: OfRule & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useAction("deleteAlert", {
    // Left first: the page would ask for a rule that is gone.
    onDone: async () => {
      await navigate({ to: "/alerts" });
      toast.say(`${rule.name} was deleted.`);
    },
    refreshes: ["listAlerts"],
  });
  return (
    <Confirmation
      title={`Delete ${rule.name}?`}
      description="The rule and its history are deleted permanently. Its webhook is no longer called."
      action="Delete alert"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: rule.id } })}
      onClose={onClose}
    />
  );
}
