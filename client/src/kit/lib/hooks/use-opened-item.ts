import { useStateByKey } from './use-state-by-key';

/**
 * Subject of an open dialog, with functions to open and close it. Each close function closes only its own subject: an answer may arrive
 * after its dialog has gone and the next one has opened. A change of `key` closes the dialog.
 */
export function useOpenedItem<Item extends object>(key = ''): [Item | null, (item: Item) => void, () => void] {
  const [openItem, open] = useStateByKey<Item | null>(key, () => null);
  return [openItem, open, () => open((current) => (current === openItem ? null : current))];
}
