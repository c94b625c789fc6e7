/** Options of `docker run` that take a value as the next word. */
const WITH_VALUE =
  /^(?:-[evpwulhm]|--(?:env|env-file|volume|publish|name|network|net|mount|workdir|user|label|platform|entrypoint|add-host|hostname|memory|cpus|pull|restart|gpus|dns|tmpfs|security-opt|cap-add|cap-drop|ipc|pid|runtime|shm-size|ulimit))$/;
const ENV = /^(?:-e|--env)$/;
const INLINE_ENV = /^(--env=|-e)([A-Za-z_]\w*)(=[^]*)?$/;

export interface DockerCommand {
  /** With `-e NAME` for each `-e NAME=value`: the value comes from the environment. */
  readonly args: readonly string[];
  readonly image: string | undefined;
  readonly variables: readonly string[];
  /** The variables whose values were given. */
  readonly valued: readonly string[];
}

/** The arguments of `docker run` or `podman run`; those of any other command as they are. */
export function readDockerCommand(command: string, args: readonly string[]): DockerCommand {
  const isDocker = /(?:^|[\\/])(?:docker|podman)(?:\.exe)?$/.test(command);
  if (!isDocker || args[0] !== "run") return { args, image: undefined, variables: [], valued: [] };
  const kept: string[] = ["run"];
  const variables: string[] = [];
  const valued: string[] = [];
  const take = (assignment: string): string => {
    const [name = "", ...value] = assignment.split("=");
    variables.push(name);
    if (value.length > 0) valued.push(name);
    return name;
  };
  let at = 1;
  for (; at < args.length && args[at]?.startsWith("-"); at += 1) {
    const option = args[at] ?? "";
    const [, prefix, name, value = ""] = INLINE_ENV.exec(option) ?? [];
    if (prefix !== undefined && name !== undefined) {
      kept.push(prefix + take(name + value));
    } else if (WITH_VALUE.test(option)) {
      at += 1;
      const next = args[at] ?? "";
      kept.push(option, ENV.test(option) ? take(next) : next);
    } else kept.push(option);
  }
  return { args: [...kept, ...args.slice(at)], image: args[at], variables, valued };
}
