import { hookOutputs } from "@tackroom/harness";

/** How the script starts `tack`. */
export interface TackProgram {
  readonly node: string;
  /** `bin/tack.cjs` */
  readonly tack: string;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * `~/.tackroom/hook`. It runs inside a user's session at every prompt, so it starts only two programs (cat and mv) while a
 * sender is running, never waits, prints only what the harness expects, and always succeeds.
 *
 * The destination of an event is read from config.json now, not when it is sent: an entry contains its server and user, and
 * a later sign-in cannot redirect it. If that is too complex for a shell (credentials in the environment, a config.json in
 * a different format), Node does the same work more slowly.
 */
export function hookScript({ node, tack }: TackProgram): string {
  return SCRIPT.replace("@NODE@", () => quoted(node))
    .replace("@TACK@", () => quoted(tack))
    .replace("@OUTPUTS@", () => outputCases().join("\n"));
}

const outputCase = (patterns: readonly string[], text: string): string =>
  `${patterns.join(" | ")}) echo ${quoted(text)} ;;`;

/** What the harnesses want to read; an event of its own before what holds for all. */
function outputCases(): string[] {
  const outputs = Object.entries(hookOutputs());
  const atEvents = outputs.flatMap(([harness, { at = {} }]) =>
    Object.entries(at).map(([event, text]) => outputCase([`${harness}:${event}`], text)),
  );
  const texts = [...new Set(outputs.map(([, { always }]) => always))].filter((text) => text !== "");
  const always = texts.map((text) =>
    outputCase(
      outputs.filter(([, output]) => output.always === text).map(([harness]) => `${harness}:*`),
      text,
    ),
  );
  return [...atEvents, ...always];
}

const SCRIPT = String.raw`#!/bin/sh
# Written and repaired by tack doctor. Saves the event on stdin for the sender: hook <harness> [event]
exec 2>/dev/null
trap 'exit 0' EXIT
trap '' PIPE
set -C
umask 077
node=@NODE@
tack=@TACK@
run() {
  if [ -x "$node" ] && [ -f "$tack" ]; then "$node" "$tack" "$@"; else command tack "$@"; fi
}

case $1:$2 in
@OUTPUTS@
esac
exec >/dev/null

root=$HOME/.tackroom
server= user=
while read -r name value; do
  case $name in
  '"server_url":') server=$value ;;
  '"user_id":') user=$value ;;
  esac
done <"$root/config.json"

secrets=$TACK_TOKEN$TACK_API_KEY$TACK_ACCESS_TOKEN$TACK_TOKEN_FILE$TACK_API_KEY_FILE$TACK_ACCESS_TOKEN_FILE
if [ -n "$secrets" ] || { [ -z "$server" -o -z "$user" ] && [ -s "$root/config.json" ]; }; then
  run hook --harness "$1" --event "$2"
  exit 0
fi
if [ -z "$server" ]; then
  # Not signed in, so nothing is recorded. The input is still read, because the harness may wait for that.
  cat
  exit 0
fi

[ -d "$root/spool" ] || mkdir -p "$root/spool"
taken= kept= n=0
while [ -z "$taken" ] && [ $n -lt 20 ]; do
  entry=$root/spool/$$.$n
  # Created exclusively (set -C), and not the name of a pending entry.
  {
    [ ! -e "$entry.event" ] && taken=1 &&
      printf '%s\n' 'tackroom 1' "server $server" "user $user" "harness $1" "event $2" \
        "project $TACK_PROJECT" "agent $TACK_AGENT_ID" "env-server $TACK_SERVER_URL" '' &&
      cat && kept=1
  } >"$entry.tmp"
  n=$((n + 1))
done
if [ -z "$kept" ] || ! mv "$entry.tmp" "$entry.event"; then
  [ -n "$taken" ] && rm -f "$entry.tmp"
  cat
  exit 0
fi

# The sender puts the time of its lock ahead while it lives; one that was killed is found out by either test.
read -r pid rest <"$root/sender.lock" && kill -0 "$pid" && [ ! "$entry.event" -nt "$root/sender.lock" ] && exit 0
# The file that names who is starting one appears complete: every hook that found it empty would start another sender.
starting=$root/sender.starting
is_starting() { read -r pid <"$starting" && kill -0 "$pid"; }
is_starting && exit 0
echo $$ >"$entry.tmp"
if ln "$entry.tmp" "$starting"; then
  rm -f "$entry.tmp"
else
  is_starting && { rm -f "$entry.tmp"; exit 0; }
  # It names a process that has ended, or there are no hard links here. Of several hooks that see this, the last one starts it.
  mv -f "$entry.tmp" "$starting"
  is_starting && [ "$pid" != $$ ] && exit 0
fi
run hook --wake </dev/null &
echo $! >"$entry.tmp" && mv -f "$entry.tmp" "$starting"
exit 0
`;
