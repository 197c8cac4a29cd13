/** Splits work on the matching thread into short turns with pauses for matching. */

/** Maximum duration of one turn in ms. */
const SLICE_MS = 1;
const PAUSE_MS = 8;

/**
 * Processes every item in turns. Items may change meanwhile: a map's iterator continues with its current contents.
 * @param steps items between two checks of the clock; so many take far less than a turn
 * @param beginTurn called before the first step of each turn, which is uninterrupted
 */
export async function inTimeSlices<T>(
  items: Iterable<T>,
  visit: (one: T) => void,
  steps: number,
  beginTurn: () => void = () => undefined,
): Promise<void> {
  let until = performance.now() + SLICE_MS;
  let stepCount = 0;
  beginTurn();
  for (const one of items) {
    visit(one);
    if (++stepCount % steps > 0 || performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    until = performance.now() + SLICE_MS;
    beginTurn();
  }
}
