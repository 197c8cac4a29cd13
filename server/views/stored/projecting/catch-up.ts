/** Lines of the log while read models that are far behind catch up: after an upgrade that makes them anew this takes minutes. */

/** What is less is done before anybody would look. */
const FAR_EVENTS = 100_000;
const PROGRESS_MS = 10_000;

/** Hears how far they are (`position`) and how far the journal is known to be (`seen`), whenever they have come further. */
export function tellsCatchUp(
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
