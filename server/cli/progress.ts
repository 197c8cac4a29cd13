/** A line now and then from work that takes long. */
const PROGRESS_MS = 1_000;

export interface Progress {
  (done: () => string): void;
  /** Seconds since it began, with one decimal. */
  seconds(): string;
}

/** Says what `done` returns, at most once a second, with the time it took so far. */
export function progressOf(say: (line: string) => void): Progress {
  const startedAt = performance.now();
  let saidAt = startedAt;
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(1);
  const progress = (done: () => string): void => {
    if (performance.now() - saidAt < PROGRESS_MS) return;
    saidAt = performance.now();
    say(`${done()}, ${seconds()} s`);
  };
  return Object.assign(progress, { seconds });
}
