/** Work on the thread that matches orders: a little at a time, with rests in which it matches. */

/** What one turn may take. */
const TURN_MS = 1;
const REST_MS = 8;

/**
 * Takes every one of them, at its own speed. They may change meanwhile: an iterator of a map goes on with what is there.
 * @param steps after which the clock is looked at: so many take far less than a turn
 * @param beginTurn before the first step of each turn: nothing else happens until its last
 */
export async function inTurns<T>(
  all: Iterable<T>,
  take: (one: T) => void,
  steps: number,
  beginTurn: () => void = () => undefined,
): Promise<void> {
  let until = performance.now() + TURN_MS;
  let taken = 0;
  beginTurn();
  for (const one of all) {
    take(one);
    if (++taken % steps > 0 || performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve, REST_MS).unref());
    until = performance.now() + TURN_MS;
    beginTurn();
  }
}
