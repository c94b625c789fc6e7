import type { Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";

const dataDir = (command: Command): Command =>
  command.option("-d, --data-dir <path>", "data directory of the server (env: DATA_DIR, default: ./data)");

export function registerServer(program: Command, does: Does, isTyped: IsTyped): void {
  const server = program.command("server").description("Run a server on this machine");
  if (!isTyped("server")) return;
  dataDir(server.command("start"))
    .description("Start a server with embedded stores")
    .option("-p, --port <number>", "port to listen on (env: PORT, default: 8000)")
    .option("--host <address>", "address to listen on (env: HOST, default: 127.0.0.1)")
    .option("--detach", "run in the background")
    .addHelpText("after", examples("tack server start", "tack server start --port 9000 --data-dir ~/tackroom --detach"))
    .action(does(async () => (await import("./start-server.js")).startServer));
  dataDir(server.command("status"))
    .description("Show whether a server is running here, and its health")
    .action(does(async () => (await import("./stop-server.js")).serverStatus));
  dataDir(server.command("stop"))
    .description("Stop the server that uses the data directory")
    .action(does(async () => (await import("./stop-server.js")).stopServer));
  dataDir(server.command("grant-role <email> <role>"))
    .description("Grant an account a role as the operator; the server must be stopped")
    .addHelpText("after", examples("tack server grant-role ada@example.com super_admin"))
    .action(does(async () => (await import("./operate.js")).grantRole));
  dataDir(server.command("unset-setting <key>"))
    .description("Restore a setting's default as the operator; the server must be stopped")
    .addHelpText("after", examples("tack server unset-setting deployment.frontend_url"))
    .action(does(async () => (await import("./operate.js")).unsetSetting));
  dataDir(server.command("backup <file>"))
    .description("Back up the data to a file; the server must be stopped")
    .addHelpText("after", examples("tack server backup tackroom.tar.gz"))
    .action(does(async () => (await import("./operate.js")).backup));
  dataDir(server.command("restore <file>"))
    .description("Restore a backup into an empty data directory")
    .addHelpText("after", examples("tack server restore tackroom.tar.gz --data-dir ./data"))
    .action(does(async () => (await import("./operate.js")).restore));
}
