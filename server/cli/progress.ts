/** Progress lines of long work. */
const PROGRESS_MS = 1_000;

export interface Progress {
  (progressText: () => string): void;
  /** Seconds since the start, with one decimal. */
  seconds(): string;
}

/** Prints the result of `progressText`, at most once a second, with the elapsed time. */
export function progressOf(log: (line: string) => void): Progress {
  const startedAt = performance.now();
  let lastPrintedAt = startedAt;
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(1);
  const progress = (progressText: () => string): void => {
    if (performance.now() - lastPrintedAt < PROGRESS_MS) return;
    lastPrintedAt = performance.now();
    log(`${progressText()}, ${seconds()} s`);
  };
  return Object.assign(progress, { seconds });
}
