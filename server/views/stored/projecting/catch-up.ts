/** Log lines while read models catch up from far behind: after an upgrade that rebuilds them this takes minutes. */

/** Progress is not logged for smaller distances, which take little time. */
const FAR_EVENTS = 100_000;
const PROGRESS_MS = 10_000;

/** Gets progress calls with the position (`position`) and the known end of the journal (`seen`). */
export function catchUpReporter(
  what: string,
  from: number,
  say: (line: string) => void,
  now: () => number = () => performance.now(),
): (position: number, seen: number) => void {
  const startedAt = now();
  let saidAt = startedAt;
  let is: 'unknown' | 'behind' | 'done' = 'unknown';
  const seconds = () => ((now() - startedAt) / 1000).toFixed(1);
  return (position, seen) => {
    if (is === 'unknown') is = seen - from > FAR_EVENTS ? 'behind' : 'done';
    if (is === 'done') return;
    if (seen - position <= FAR_EVENTS) {
      is = 'done';
      say(`${what}: caught up at ${position + 1} events, ${seconds()} s`);
    } else if (now() - saidAt >= PROGRESS_MS) {
      saidAt = now();
      say(`${what}: ${position + 1} of ${seen + 1} events, ${seconds()} s`);
    }
  };
}
