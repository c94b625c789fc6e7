import { randomUUID } from "node:crypto";

/** A conversation in the format of Claude Code transcripts. */
export interface DemoSession {
  readonly id: string;
  readonly lines: readonly string[];
}

const TASKS = [
  [
    "The checkout fails with an empty cart",
    "grep -rn 'cart.items' src",
    "It reads the first item before checking that there is one.",
  ],
  [
    "Add an index for the orders page",
    "psql -c '\\d orders'",
    "The page sorts by created_at within a customer, so the index covers both.",
  ],
  [
    "Why is the build slow?",
    "npm run build -- --profile",
    "Two thirds of the time is spent in one plugin that runs twice.",
  ],
  ["Write release notes for 4.2", "git log v4.1..HEAD --oneline", "Eleven changes, four of them visible to customers."],
] as const;

const DAY_MS = 86_400_000;

/** Sessions of one user over the last two weeks; `seed` varies them between users. */
export function demoSessions(seed: number, now: Date): DemoSession[] {
  return Array.from({ length: 6 }, (_, at) => {
    const begun = now.getTime() - ((at * 5 + seed * 3) % 14) * DAY_MS - (seed + at) * 1_700_000;
    return conversation(new Date(begun), TASKS[(at + seed) % TASKS.length] ?? TASKS[0], at % 3 === 2);
  });
}

const usage = (output: number) => ({ input_tokens: 1800, output_tokens: output, cache_read_input_tokens: 12_000 });

function conversation(begun: Date, [wish, command, finding]: (typeof TASKS)[number], fails: boolean): DemoSession {
  const id = randomUUID();
  const call = `toolu_${id.slice(0, 8)}`;
  let seconds = 0;
  const line = (type: string, message: object): string => {
    seconds += 9;
    const timestamp = new Date(begun.getTime() + seconds * 1000).toISOString();
    return JSON.stringify({
      type,
      uuid: randomUUID(),
      sessionId: id,
      timestamp,
      cwd: "/work/shop",
      version: "2.1.9",
      message,
    });
  };
  const model = "claude-sonnet-4-5";
  const textMessage = (text: string, output: number): string =>
    line("assistant", {
      id: `msg_${randomUUID()}`,
      role: "assistant",
      model,
      usage: usage(output),
      content: [{ type: "text", text }],
    });
  return {
    id,
    lines: [
      line("user", { role: "user", content: wish }),
      line("assistant", {
        id: `msg_${call}`,
        role: "assistant",
        model,
        usage: usage(90),
        content: [{ type: "tool_use", id: call, name: "Bash", input: { command } }],
      }),
      line("user", {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: call,
            is_error: fails,
            content: fails ? "command not found" : "14 lines",
          },
        ],
      }),
      textMessage(fails ? "That command is not available here. I'll look at the files instead." : finding, 140),
      ...(fails ? [textMessage(finding, 180)] : []),
    ],
  };
}
