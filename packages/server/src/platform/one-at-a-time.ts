/**
 * Callers share runs, but never one that began before they called: it may have looked already and seen nothing of
 * what they mean.
 */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const runNext = async (): Promise<void> => {
    await current?.catch(() => undefined);
    next = undefined;
    current = run();
    await current;
  };
  return () => (next ??= runNext());
}
