/** Progress lines of long work. */
const PROGRESS_MS = 1_000;

export interface Progress {
  (done: () => string): void;
  /** Seconds since the start, with one decimal. */
  seconds(): string;
}

/** Prints the result of `done`, at most once a second, with the elapsed time. */
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
