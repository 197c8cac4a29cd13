/** Measures requests of a page under continuous pushes. */
import { act } from '@testing-library/react';

const PUSHES = 30;
const PUSH_MS = 100;
/** Turns of the event loop in which a response can arrive. */
const TURNS = 4;

/** Increase of `requestCount` during three seconds with ten pushes each. Fake timers make it independent of the machine's speed. */
export async function requestsWhilePushed(push: (count: number) => void, requestCount: () => number): Promise<number> {
  const realSetTimeout = setTimeout;
  const before = requestCount();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  try {
    for (let count = 1; count <= PUSHES; count++) {
      await act(async () => {
        push(count);
        await jest.advanceTimersByTimeAsync(PUSH_MS);
        for (let turns = 0; turns < TURNS; turns++) await new Promise((resolve) => realSetTimeout(resolve, 1));
      });
    }
  } finally {
    jest.useRealTimers();
  }
  return requestCount() - before;
}

/** One request immediately, then one per second. */
export const ASKED_MOST = 4;
