import { useNavigate, useSearch } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useCall } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Input } from "../../ui/forms/field.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Page } from "../../ui/layout/page.js";
import { HarnessChoice, KindChoice } from "../registry/choices.js";
import { AnswerCard } from "./answer-card.js";

const EXAMPLES = ["review a database migration", "explain code to a new colleague", "query the data warehouse"];

interface Question {
  readonly text: string;
  readonly harness: string;
  readonly kind: string;
}

function useQuestion(): readonly [Question, (changes: Partial<Question>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const word = (key: string): string => (typeof raw[key] === "string" ? raw[key].slice(0, 2000) : "");
  const question = { text: word("text"), harness: word("harness"), kind: word("kind") };
  const ask = (changes: Partial<Question>): void => {
    const next = Object.entries({ ...question, ...changes }).filter(([, value]) => value !== "");
    void navigate({ to: "/discover", search: Object.fromEntries(next) });
  };
  return [question, ask];
}

export function DiscoverPage() {
  const [question, ask] = useQuestion();
  return (
    <Page title="Discover" intro="Describe what you need, and find components that do it.">
      <QuestionForm key={question.text} question={question} onAsk={ask} />
      {question.text === "" ? (
        <EmptyState
          icon={Sparkles}
          title="What should your agent be able to do?"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {EXAMPLES.map((text) => (
                <Button key={text} onClick={() => ask({ text })}>
                  {text}
                </Button>
              ))}
            </div>
          }
        >
          Agents can search the same way, with the command line or the ARD API.
        </EmptyState>
      ) : (
        <Answers question={question} />
      )}
    </Page>
  );
}

function QuestionForm({
  question,
  onAsk,
}: {
  readonly question: Question;
  readonly onAsk: (changes: Partial<Question>) => void;
}) {
  const [text, setText] = useState(question.text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk({ text: text.trim() });
  };
  return (
    <form role="search" aria-label="Discovery" onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Input
          data-page-search=""
          type="search"
          aria-label="What do you need?"
          placeholder="Review my migrations"
          value={text}
          maxLength={2000}
          required
          onChange={(event) => setText(event.target.value)}
          className="h-10"
        />
        <Button type="submit" variant="primary" className="h-10">
          Search
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <HarnessChoice value={question.harness} onChoose={(harness) => onAsk({ text: text.trim(), harness })} />
        <KindChoice value={question.kind} onChoose={(kind) => onAsk({ text: text.trim(), kind })} />
      </div>
    </form>
  );
}

function Answers({ question }: { readonly question: Question }) {
  const { text, harness, kind } = question;
  const filter = {
    ...(harness === "" ? {} : { "obs:supportedHarnesses": harness }),
    ...(kind === "" ? {} : { "obs:kind": kind }),
  };
  const query = useCall("searchEntries", { body: { query: { text, filter }, pageSize: 20 } }, { keepsPrevious: true });
  return (
    <Loaded query={query}>
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState icon={Sparkles} title="No results" command="npx tack scan">
            Try other words, remove a filter, or register what is already installed on a machine.
          </EmptyState>
        ) : (
          <ol aria-label="Results" className="flex flex-col gap-3">
            {results.map((answer) => (
              <li key={answer.identifier}>
                <AnswerCard answer={answer} harness={harness} />
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
