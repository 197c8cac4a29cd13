import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { stubNetwork, success } from '../../../../test/support/network';
import { startLanguage } from '../../shared/i18n/i18n';
import { interestSlice } from '../../shared/stream/interest';
import { SILENCE_MS_MAX } from '../../shared/stream/liveness';
import { clockTicked, subscriptionAsked } from '../../shared/stream/stream-events';
import { testStore } from '../../testing/page';
import { marketSlice } from './market-slice';
import { useQuotesAsked } from './use-quote-shown';

beforeAll(startLanguage);
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('the last 24 hours are asked for over HTTP once while the stream tells of them, and again and again where it does not', async () => {
  const asked = stubNetwork({ '/exchange/app/spot/tickers': () => success([]) });
  const store = testStore({ market: marketSlice.reducer, interest: interestSlice.reducer });
  const within = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  renderHook(() => useQuotesAsked(), { wrapper: within });
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
  // One that was due already may have gone out.
  expect(asked.length - before).toBeLessThanOrEqual(1);
  act(() => void store.dispatch(clockTicked(now + SILENCE_MS_MAX + 1)));
  await minute();
  expect(asked.length - before).toBeGreaterThan(5);
});
