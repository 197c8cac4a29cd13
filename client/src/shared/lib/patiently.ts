/** What a page loads of its own accord: no one asked for it, so no one is told when the network is away. */

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 5 * 60_000;

/** Hands on what `load` brings, which is asked for again, after longer and longer pauses, until it comes. */
export async function patiently<T>(load: () => Promise<T>, take: (loaded: T) => void): Promise<void> {
  for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    const came = await load().then(
      (loaded) => ({ loaded }),
      () => null,
    );
    if (came) return take(came.loaded);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
