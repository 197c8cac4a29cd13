/** Polling helpers for slow machines: they retry until a deadline and then fail with the last answer. */
const PAUSE_MS = 40;
const STEADY_MS = 250;
const PATIENCE_MS = 20_000;

/** The pause between polls leaves the processor to the work being waited for. */
export function pause(ms = PAUSE_MS): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until the reader returns a value, and returns it. */
export async function eventually<T>(
  read: () => Promise<T | null>,
  what: string,
  msMax = PATIENCE_MS,
  pauseMs = PAUSE_MS,
): Promise<T> {
  const deadline = Date.now() + msMax;
  for (;;) {
    const found = await read();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
    await pause(pauseMs);
  }
}

/** Waits until a value is there and has stopped changing. */
export async function steady<T>(read: () => Promise<T | null>, what: string): Promise<T> {
  let before: string | undefined;
  return eventually(
    async () => {
      const now = await read();
      const [was, is] = [before, JSON.stringify(now)];
      before = is;
      return was === is ? now : null;
    },
    `${what} stays as it is`,
    PATIENCE_MS,
    STEADY_MS,
  );
}

/** Polls until the answer meets the expectation; fails with the last answer's error. */
export async function soon<T>(
  ask: () => Promise<T>,
  expectation: (answer: T) => void,
  msMax = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + msMax;
  for (;;) {
    const answer = await ask();
    try {
      return expectation(answer);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause();
  }
}
