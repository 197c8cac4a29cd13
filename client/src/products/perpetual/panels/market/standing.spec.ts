import { standingOf } from './standing';

const open = { state: 'open' } as const;
const mark = { mark: '50000', isStale: false, closeOnlyUntil: null };
const info = { endsAt: null };

describe('market restriction', () => {
  it('is null without restrictions or data', () => {
    expect(standingOf(open, mark, info)).toBeNull();
    expect(standingOf(open, undefined, undefined)).toBeNull();
  });

  it.each(['maintenance', 'closed', 'cancel_only'] as const)('is the state if nothing trades: %s', (state) => {
    expect(standingOf({ state }, { ...mark, isStale: true }, { endsAt: 9 })).toEqual({ kind: state });
  });

  it('is stale prices first: they also stop liquidations', () => {
    expect(standingOf({ state: 'close_only' }, { ...mark, isStale: true, closeOnlyUntil: 5 }, info)).toEqual({
      kind: 'stale',
    });
  });

  it('is close-only before a pause, and either before an announced end', () => {
    const paused = { ...mark, closeOnlyUntil: 5 };
    expect(standingOf({ state: 'close_only' }, paused, { endsAt: 9 })).toEqual({ kind: 'close_only' });
    expect(standingOf(open, paused, { endsAt: 9 })).toEqual({ kind: 'pause', until: 5 });
    expect(standingOf(open, mark, { endsAt: 9 })).toEqual({ kind: 'ending', at: 9 });
  });
});
