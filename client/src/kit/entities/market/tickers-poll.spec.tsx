import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { stubNetwork, success } from '../../../../../test/support/network';
import { startLanguage } from '../../i18n/i18n';
import { interestSlice } from '../../stream/interest';
import { SILENCE_MS_MAX } from '../../stream/liveness';
import { clockTicked, subscriptionAsked } from '../../stream/stream-events';
import { testStore } from '../../../testing/page';
import { marketSlice } from './market-slice';
import { useQuotesSubscription } from './use-quote-shown';

beforeAll(startLanguage);
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('tickers are polled over HTTP only while the stream is silent', async () => {
  const asked = stubNetwork({ '/exchange/app/spot/tickers': () => success([]) });
  const store = testStore({ market: marketSlice.reducer, interest: interestSlice.reducer });
  const within = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  renderHook(() => useQuotesSubscription(), { wrapper: within });
  const minute = () => act(() => jest.advanceTimersByTimeAsync(60_000));
  await minute();
  const before = asked.length;
  expect(before).toBeGreaterThan(5);
  const now = Date.now();
  act(() => {
    store.dispatch(subscriptionAsked({ channel: 'tickers' }));
    store.dispatch(marketSlice.snapshotReceived({ snapshot: { position: 1, at: now, tickers: [] }, at: now }));
  });
  await minute();
  // One poll that was already due may have been sent.
  expect(asked.length - before).toBeLessThanOrEqual(1);
  act(() => void store.dispatch(clockTicked(now + SILENCE_MS_MAX + 1)));
  await minute();
  expect(asked.length - before).toBeGreaterThan(5);
});
