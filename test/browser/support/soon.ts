/** What a busy machine brings later: asked for again until it is there, and told as it was last when it never is. */
const PAUSE_MS = 40;
const STEADY_MS = 250;
const PATIENCE_MS = 20_000;

/** So that asking again and again leaves the machine to what is waited for. */
export function pause(ms = PAUSE_MS): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until something can be read from the screen, and gives it. */
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

/** Waits until something is there and stays as it is for a while. */
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

/** Asks until what is expected of the answer holds; fails as the last answer does. */
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
