import { configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { interestLost, interestSlice, interestTaken, selectInterests, useInterest } from './interest';
import type { FollowedTopic } from './stream-events';

const BOOK: FollowedTopic = { channel: 'depth', market: 'BTC-USDT' };
const TAPE: FollowedTopic = { channel: 'trade', market: 'BTC-USDT' };

function Panel({ topic }: { topic: FollowedTopic | null }) {
  useInterest(topic && { ...topic });
  return null;
}

function page() {
  const store = configureStore({ reducer: { interest: interestSlice.reducer } });
  const screen = (topics: readonly (FollowedTopic | null)[]) => (
    <Provider store={store}>
      {topics.map((topic, index) => (
        <Panel key={index} topic={topic} />
      ))}
    </Provider>
  );
  const { rerender } = render(screen([]));
  return {
    store,
    show: (...topics: readonly (FollowedTopic | null)[]) => rerender(screen(topics)),
    followed: () => selectInterests(store.getState()),
  };
}

describe('interest in a topic', () => {
  it('lasts until its last component unmounts', () => {
    const { show, followed } = page();
    show(BOOK, BOOK, TAPE);
    expect(followed()).toEqual([BOOK, TAPE]);
    show(BOOK);
    expect(followed()).toEqual([BOOK]);
    show();
    expect(followed()).toEqual([]);
  });

  it('follows the shown topic; null means none', () => {
    const { show, followed } = page();
    show(BOOK);
    show({ ...BOOK, market: 'ETH-USDT' });
    expect(followed()).toEqual([{ ...BOOK, market: 'ETH-USDT' }]);
    show(null);
    expect(followed()).toEqual([]);
  });

  it('is unchanged by a rerender', () => {
    const { store, show } = page();
    show(BOOK);
    const before = store.getState();
    show(BOOK);
    expect(store.getState()).toBe(before);
  });

  it('is per interval', () => {
    const { show, followed } = page();
    const minutes = { channel: 'kline', market: 'BTC-USDT', interval: '1m' } as const;
    show(minutes, { ...minutes, interval: '1h' });
    show(minutes);
    expect(followed()).toEqual([minutes]);
  });

  it('cannot be released without being taken', () => {
    const store = configureStore({ reducer: { interest: interestSlice.reducer } });
    store.dispatch(interestLost({ topic: BOOK }));
    store.dispatch(interestTaken({ topic: BOOK }));
    expect(selectInterests(store.getState())).toEqual([BOOK]);
  });
});
