/** Shares what is on its way: `send` is called once per key until its promise settles. */
export function createSingleFlight<Reply>(): (key: string, send: () => Promise<Reply>) => Promise<Reply> {
  const flights = new Map<string, Promise<Reply>>();
  return (key, send) => {
    const started = flights.get(key) ?? send().finally(() => flights.delete(key));
    flights.set(key, started);
    return started;
  };
}
