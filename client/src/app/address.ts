import { addressOf } from '../features/choose-market/choice';
import type { AppStore } from './store';

/** The chosen market stands in the address, so that a reload or a link shows it again. */
export function keepAddress(store: AppStore): void {
  let kept = store.getState().choice.wanted;
  store.subscribe(() => {
    const { wanted } = store.getState().choice;
    if (wanted === kept || wanted === null) return;
    kept = wanted;
    history.replaceState(null, '', addressOf(wanted));
  });
}
