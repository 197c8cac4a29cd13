/** Background loading: the user did not ask for it, so a network failure shows no message. */

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 5 * 60_000;

/** Passes on the result of `load`, which is retried with growing pauses until it succeeds. */
export async function loadWithRetry<T>(load: () => Promise<T>, onLoaded: (loaded: T) => void): Promise<void> {
  for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    const result = await load().then(
      (loaded) => ({ loaded }),
      () => null,
    );
    if (result) return onLoaded(result.loaded);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
