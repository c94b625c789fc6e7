import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { itemCalls, type ItemDetail, type ItemType } from "../../../api/kinds.js";
import { ApiProblem, type FieldProblem } from "../../../api/problem.js";
import { useAction } from "../../../api/queries.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { AgentName } from "@tackroom/contract/registry";
import { schemaProblems } from "@tackroom/contract/schema-problems";
import { schemaOf, type FormBody } from "./schemas.js";
import type { Check, ItemForm } from "./use-item-form.js";

/** Validates the payload of a form against the body of a call. */
export const checkFor = (type: ItemType, body: FormBody): Check => {
  const schema = schemaOf(type, body);
  return ({ payload }) => [
    ...(type === "agents" ? nameProblems(payload["name"]) : []),
    ...schemaProblems(schema, payload),
  ];
};

/** The name of an agent has stricter rules. */
const nameProblems = (name: unknown): readonly FieldProblem[] =>
  name === undefined ? [] : schemaProblems(AgentName, name).map(({ message }) => ({ path: "name", message }));

/** The calls whose results change with a submission. */
const submissionCalls = (type: ItemType) =>
  [...itemCalls(type), `${type}.listVersions`, "listSubmissions", "listEntries"] as const;

/** Navigates to an item after an action and shows a message. */
export function useArrival(type: ItemType, form: Pick<ItemForm, "accept">) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  return async (item: Pick<ItemDetail, "namespace" | "slug">, words: string): Promise<void> => {
    form.accept();
    toast.say(words);
    // Refetched where they are shown next; the current form no longer needs them.
    await Promise.all(
      submissionCalls(type).map((call) => queries.invalidateQueries({ queryKey: [call], refetchType: "none" })),
    );
    await navigate({
      to: "/registry/$type/$namespace/$slug",
      params: { type, namespace: item.namespace, slug: item.slug },
    });
  };
}

/** An action with several calls, whose errors are assigned to the fields. */
export function useAttempt(form: ItemForm) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const attempt = async (check: Check, send: () => Promise<unknown>): Promise<void> => {
    setProblem(undefined);
    if (!form.attempt(check)) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(form.refuse(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt };
}

export interface Submission {
  readonly busy: boolean;
  /** Errors that no field shows. */
  readonly problem: ApiProblem | undefined;
  submit(): Promise<void>;
  saveDraft(): Promise<void>;
}

/** Submits a new item for review, or saves it as a draft that only its author can see. */
export function useSubmission(type: ItemType, form: ItemForm): Submission {
  const submitItem = useAction(`${type}.submitItem`);
  const createDraft = useAction(`${type}.createDraft`);
  const arrive = useArrival(type, form);
  const { busy, problem, attempt } = useAttempt(form);
  const body = form.written.payload as object;
  return {
    busy,
    problem,
    submit: () =>
      attempt(checkFor(type, "submitItem"), async () => {
        const item = await submitItem.mutateAsync({ body });
        const { warnings: replaced = [] } = item as { readonly warnings?: readonly string[] };
        const waits = `${item.name} is waiting for review. Once approved, it appears in the registry.`;
        await arrive(item, [waits, ...replaced].join(" "));
      }),
    saveDraft: () =>
      attempt(checkFor(type, "createDraft"), async () => {
        const item = await createDraft.mutateAsync({ body });
        await arrive(item, `Saved ${item.name} as a draft. It is visible only to you until you submit it.`);
      }),
  };
}
