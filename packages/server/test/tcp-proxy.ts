import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface TcpProxy {
  readonly port: number;
  /** As if the server had stopped: open connections break, new ones are refused. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Stands between us and a server that a test must not stop, and takes it away. */
export async function proxyTo(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => socket.destroy());
    }
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return { port, cut, restore: () => listen(port), close: cut };
}
