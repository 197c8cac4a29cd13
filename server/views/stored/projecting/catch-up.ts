/** Log lines while read models catch up from far behind: after an upgrade that rebuilds them this takes minutes. */

/** Progress is not logged for smaller distances, which take little time. */
const FAR_EVENTS = 100_000;
const PROGRESS_MS = 10_000;

/** Gets progress calls with the position (`position`) and the known end of the journal (`journalEnd`). */
export function catchUpReporter(
  label: string,
  from: number,
  log: (line: string) => void,
  now: () => number = () => performance.now(),
): (position: number, journalEnd: number) => void {
  const startedAt = now();
  let saidAt = startedAt;
  let is: 'unknown' | 'behind' | 'done' = 'unknown';
  const seconds = () => ((now() - startedAt) / 1000).toFixed(1);
  return (position, journalEnd) => {
    if (is === 'unknown') is = journalEnd - from > FAR_EVENTS ? 'behind' : 'done';
    if (is === 'done') return;
    if (journalEnd - position <= FAR_EVENTS) {
      is = 'done';
      log(`${label}: caught up at ${position + 1} events, ${seconds()} s`);
    } else if (now() - saidAt >= PROGRESS_MS) {
      saidAt = now();
      log(`${label}: ${position + 1} of ${journalEnd + 1} events, ${seconds()} s`);
    }
  };
}
