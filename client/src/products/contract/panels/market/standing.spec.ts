import { standingOf } from './standing';

const open = { state: 'open' } as const;
const mark = { mark: '50000', isStale: false, closeOnlyUntil: null };
const info = { endsAt: null };

describe('what a market allows', () => {
  it('is everything while nothing stands against it, and while nothing is known of it', () => {
    expect(standingOf(open, mark, info)).toBeNull();
    expect(standingOf(open, undefined, undefined)).toBeNull();
  });

  it.each(['maintenance', 'closed', 'cancel_only'] as const)('is by its state when nothing trades: %s', (state) => {
    expect(standingOf({ state }, { ...mark, isStale: true }, { endsAt: 9 })).toEqual({ kind: state });
  });

  it('says first that prices are out of date: then nobody is liquidated either', () => {
    expect(standingOf({ state: 'close_only' }, { ...mark, isStale: true, closeOnlyUntil: 5 }, info)).toEqual({
      kind: 'stale',
    });
  });

  it('is closing by the market before closing for a while, and both before an end to come', () => {
    const paused = { ...mark, closeOnlyUntil: 5 };
    expect(standingOf({ state: 'close_only' }, paused, { endsAt: 9 })).toEqual({ kind: 'close_only' });
    expect(standingOf(open, paused, { endsAt: 9 })).toEqual({ kind: 'pause', until: 5 });
    expect(standingOf(open, mark, { endsAt: 9 })).toEqual({ kind: 'ending', at: 9 });
  });
});
