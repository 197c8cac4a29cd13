import { useStateOf } from './use-state-of';

/**
 * What a dialog is open about, and how it is opened and closed. Closing one closes no other: the answer to what was sent may
 * come when its dialog has gone with what it was about, and the next one is open. It is closed when it is `of` another thing.
 */
export function useOpened<About extends object>(of = ''): [About | null, (about: About) => void, () => void] {
  const [opened, open] = useStateOf<About | null>(of, () => null);
  return [opened, open, () => open((latest) => (latest === opened ? null : latest))];
}
