import { act } from '@testing-library/react';

const TURN_MS = 10;
const QUIET_TURNS = 6;
const TURNS_MAX = 1000;

/**
 * Waits until the page is idle: no DOM change for several event-loop turns in a row. It counts turns, not time, so a slow machine waits
 * longer. A page that never stops changing (clock, countdown) is given up after 1,000 turns, about ten seconds.
 */
export const settle = (): Promise<void> =>
  act(async () => {
    let quiet = 0;
    const watcher = new MutationObserver(() => {
      quiet = 0;
    });
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let turns = 0; quiet < QUIET_TURNS && turns < TURNS_MAX; turns++) {
      quiet++;
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    }
    watcher.disconnect();
  });
