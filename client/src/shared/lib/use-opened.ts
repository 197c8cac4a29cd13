import { useState } from 'react';

/**
 * What a dialog is open about, and how it is opened and closed. Closing one closes no other: the answer to what was sent may
 * come when its dialog has gone with what it was about, and the next one is open.
 */
export function useOpened<About extends object>(): [About | null, (about: About) => void, () => void] {
  const [opened, open] = useState<About | null>(null);
  return [opened, open, () => open((latest) => (latest === opened ? null : latest))];
}
