import { useStateByKey } from './use-state-by-key';

/**
 * Subject of an open dialog, with functions to open and close it. Each close function closes only its own subject: an answer may arrive
 * after its dialog has gone and the next one has opened. A change of `of` closes the dialog.
 */
export function useOpenedItem<About extends object>(of = ''): [About | null, (about: About) => void, () => void] {
  const [openItem, open] = useStateByKey<About | null>(of, () => null);
  return [openItem, open, () => open((latest) => (latest === openItem ? null : latest))];
}
