/** Batching of store notifications for streamed messages. */

/** Waiting time for further messages of the same server tick, in milliseconds. */
const TOGETHER_MS = 10;
/** Maximum delay if frames are slow. */
const FRAME_MS_MAX = 100;

/**
 * Notifies subscribers once per frame, however many messages arrived, so that the screen renders once. Notifies at once in a hidden tab, which
 * has no frames and throttles timers, as its title and notices are visible from other tabs.
 */
export function onNextFrame(callback: () => void): void {
  if (document.hidden) return queueMicrotask(callback);
  let frameId = 0;
  const once = (): void => {
    clearTimeout(start);
    clearTimeout(end);
    cancelAnimationFrame(frameId);
    callback();
  };
  const start = setTimeout(() => (frameId = requestAnimationFrame(once)), TOGETHER_MS);
  const end = setTimeout(once, FRAME_MS_MAX);
}
