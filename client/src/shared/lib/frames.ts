/** When the store tells of what the streams have said. */

/** What the server says with one tick comes in several messages, one shortly after the other: so long they are waited for. */
const TOGETHER_MS = 10;
/** A frame may be long in coming. */
const FRAME_MS_MAX = 100;

/**
 * With a frame, once for all that comes together: however many messages that is, whoever reads the store looks once, and the screen is
 * rendered, laid out and painted once. At once in a tab that nobody sees: it has no frames, its timers may come once a minute, and its
 * title and its notices are seen from other tabs.
 */
export function withNextFrame(tell: () => void): void {
  if (document.hidden) return queueMicrotask(tell);
  let frame = 0;
  const once = (): void => {
    clearTimeout(start);
    clearTimeout(end);
    cancelAnimationFrame(frame);
    tell();
  };
  const start = setTimeout(() => (frame = requestAnimationFrame(once)), TOGETHER_MS);
  const end = setTimeout(once, FRAME_MS_MAX);
}
