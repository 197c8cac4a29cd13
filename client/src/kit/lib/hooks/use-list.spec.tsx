import { act, renderHook } from '@testing-library/react';
import { useFollowPosition, useList } from './use-list';

interface Moment {
  position: number | null;
  isFetching: boolean;
}

/** Positions that the list is asked to include, without duplicates. */
function follow(first: Moment) {
  const { result, rerender } = renderHook(
    ({ position, isFetching }: Moment) => {
      const list = useList<{ market: string }, 'time'>(first.position);
      useFollowPosition(list, position, isFetching);
      return list;
    },
    { initialProps: first },
  );
  return {
    list: () => result.current,
    since: () => result.current.since,
    now: (moment: Moment) => rerender(moment),
    pass: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('list following a private channel', () => {
  it('refetches at once on the first push, then at most once a second with the latest position', () => {
    const { now, pass, since } = follow({ position: 1, isFetching: false });
    pass(5_000);
    now({ position: 2, isFetching: false });
    pass(0);
    expect(since()).toBe(2);
    now({ position: 3, isFetching: false });
    pass(500);
    now({ position: 4, isFetching: false });
    pass(499);
    expect(since()).toBe(2);
    pass(1);
    expect(since()).toBe(4);
  });

  it('keeps one request in flight and refetches after its response', () => {
    const { now, pass, since } = follow({ position: 1, isFetching: true });
    now({ position: 9, isFetching: true });
    pass(60_000);
    expect(since()).toBe(1);
    now({ position: 9, isFetching: false });
    pass(0);
    expect(since()).toBe(9);
  });

  it('is not starved by continuous pushes', () => {
    const { now, pass, since } = follow({ position: 0, isFetching: false });
    const asked = new Set<number | null>();
    for (let position = 1; position <= 100; position++) {
      now({ position, isFetching: false });
      pass(100);
      asked.add(since());
    }
    // The pushes take 10 s.
    expect(asked.size).toBeGreaterThanOrEqual(9);
    expect(asked.size).toBeLessThanOrEqual(11);
  });

  it('does not refetch without a channel position', () => {
    const { now, pass, since } = follow({ position: 1, isFetching: false });
    now({ position: null, isFetching: false });
    pass(10_000);
    expect(since()).toBe(1);
  });
});

describe('list', () => {
  it('returns to page one without a selection on a new filter or sort order', () => {
    const { list } = follow({ position: null, isFetching: false });
    const onPageTwo = () => {
      act(() => list().turn({ pageIndex: 2, pageSize: 50 }));
      act(() => list().setChosen(['7']));
    };
    onPageTwo();
    act(() => list().filter({ market: 'BTC-USDT' }));
    expect([list().request, list().chosen]).toEqual([{ market: 'BTC-USDT', pageIndex: 1, pageSize: 50 }, []]);
    onPageTwo();
    act(() => list().sorted.onSort({ by: 'time', order: 'asc' }));
    expect(list().request).toEqual({ market: 'BTC-USDT', sort: 'time.asc', pageIndex: 1, pageSize: 50 });
    expect(list().chosen).toEqual([]);
  });
});
