/** How a page bears pushes that come all the time. */
import { act } from '@testing-library/react';

const PUSHES = 30;
const PUSH_MS = 100;
/** Of the event loop, for an answer to come. */
const TURNS = 4;

/** What `asks` has counted more, after three seconds of ten pushes each. The seconds are the page's: the machine may be slow. */
export async function askedWhilePushed(push: (count: number) => void, asks: () => number): Promise<number> {
  const turn = setTimeout;
  const before = asks();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  try {
    for (let count = 1; count <= PUSHES; count++) {
      await act(async () => {
        push(count);
        await jest.advanceTimersByTimeAsync(PUSH_MS);
        for (let turns = 0; turns < TURNS; turns++) await new Promise((resolve) => turn(resolve, 1));
      });
    }
  } finally {
    jest.useRealTimers();
  }
  return asks() - before;
}

/** At once, and then once a second. */
export const ASKED_MOST = 4;
