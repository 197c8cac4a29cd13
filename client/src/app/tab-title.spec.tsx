import { act, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { stubNetwork } from '../../../test/support/network';
import { selectTitle, titleChanged } from '../kit/entities/route/route-slice';
import { beginSession, leaveSession } from '../kit/api/session';
import { startLanguage } from '../kit/i18n/i18n';
import { PRODUCT_TITLE } from '../kit/lib/product';
import { settle } from '../testing/settle';
import { App } from './app';
import { createAppStore, type AppStore } from './store';

const PRICE = '65,000.00 BTC/USDT | Open Exchange';

beforeAll(async () => {
  await startLanguage();
  window.scrollTo = () => undefined;
});

async function openPage(): Promise<AppStore> {
  stubNetwork({});
  window.history.replaceState(null, '', '/nowhere');
  const store = createAppStore();
  render(
    <Provider store={store}>
      <App />
    </Provider>,
  );
  await settle();
  return store;
}

async function go(address: string): Promise<void> {
  act(() => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await settle();
}

describe('tab title', () => {
  it('follows the store and resets on navigation', async () => {
    document.title = 'before';
    const store = await openPage();
    const titles = () => [document.title, selectTitle(store.getState())];
    expect(titles()).toEqual([PRODUCT_TITLE, PRODUCT_TITLE]);
    act(() => void store.dispatch(titleChanged(PRICE)));
    expect(titles()).toEqual([PRICE, PRICE]);
    await go('/nowhere/else');
    expect(titles()).toEqual([PRODUCT_TITLE, PRODUCT_TITLE]);
  });

  it('stays on log-in and log-out: it belongs to the screen', async () => {
    const store = await openPage();
    act(() => void store.dispatch(titleChanged(PRICE)));
    act(() => beginSession(store, { ticket: 't-ann', userId: 7 }));
    act(() => void leaveSession(store));
    expect(document.title).toBe(PRICE);
  });
});
