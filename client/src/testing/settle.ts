import { act } from '@testing-library/react';

const TURN_MS = 10;
const QUIET_TURNS = 6;
const TURNS_MAX = 1000;

/**
 * Until a page is quiet: nothing on it changed for several turns of the event loop in a row. Counted in turns, not by
 * the clock, so a slow machine waits longer. What moves for ever (a clock, a countdown) is given up on after ten seconds.
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
