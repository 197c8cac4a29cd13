import type { UnknownAction } from '@reduxjs/toolkit';
import type { Trade } from '../../../../../shared/wire/market-data';
import { subscriptionAsked } from '../../stream/stream-events';
import { TRADES_MAX, tapeAfter, tapeOfSnapshot, type Tape } from './fold';
import { selectTrades, tradeSlice } from './trade-slice';

const MARKET = 'BTC-USDT';
const NOW = 1_760_000_000_000;

function trade(id: number): Trade {
  return { id: String(id), price: '100', quantity: '1', takerSide: 'buy', at: NOW + id };
}

function idsOf({ trades }: { trades: readonly Trade[] }): string[] {
  return trades.map(({ id }) => id);
}

describe('trade tape', () => {
  const tape = tapeOfSnapshot({ market: MARKET, seq: 10, trades: [trade(1), trade(2)] }) as Tape;

  it('lists the newest trades first', () => {
    expect(idsOf(tape)).toEqual(['2', '1']);
    const next = tapeAfter(tape, { market: MARKET, from: 10, to: 14, trades: [trade(3), trade(4)] });
    expect(next).toMatchObject({ seq: 14 });
    expect(next && idsOf(next)).toEqual(['4', '3', '2', '1']);
  });

  it('skips known and older trades', () => {
    const overlapping = tapeAfter(tape, { market: MARKET, from: 8, to: 12, trades: [trade(2), trade(3)] });
    expect(overlapping && idsOf(overlapping)).toEqual(['3', '2', '1']);
    expect(tapeAfter(tape, { market: MARKET, from: 8, to: 10, trades: [trade(9)] })).toBe(tape);
  });

  it('detects a sequence gap', () => {
    expect(tapeAfter(tape, { market: MARKET, from: 11, to: 12, trades: [] })).toBeNull();
  });

  it('rejects malformed trades', () => {
    const odd = { ...trade(3), price: '1e2' };
    expect(tapeAfter(tape, { market: MARKET, from: 10, to: 11, trades: [odd] })).toBeNull();
    expect(tapeOfSnapshot({ market: MARKET, seq: 11, trades: [odd] })).toBeNull();
  });

  it('is limited in length', () => {
    const many = Array.from({ length: TRADES_MAX + 1 }, (_, index) => trade(index + 3));
    const next = tapeAfter(tape, { market: MARKET, from: 10, to: 999, trades: many });
    expect(next?.trades).toHaveLength(TRADES_MAX);
    expect(next?.trades[0].id).toBe(String(TRADES_MAX + 3));
  });
});

describe('trades of a market', () => {
  it('resync on a gap and keep the known ones', () => {
    const happenings: UnknownAction[] = [
      subscriptionAsked({ channel: 'trade', market: MARKET }),
      tradeSlice.snapshotReceived({ snapshot: { market: MARKET, seq: 10, trades: [trade(1)] }, at: NOW }),
      tradeSlice.pushReceived({ push: { market: MARKET, from: 12, to: 13, trades: [trade(3)] }, at: NOW }),
    ];
    const folded = happenings.reduce(tradeSlice.reducer, tradeSlice.getInitialState());
    const state = selectTrades({ trade: folded }, MARKET);
    expect(state.liveness.phase).toBe('resyncing');
    expect(state.tape && idsOf(state.tape)).toEqual(['1']);
    const odd = { market: MARKET, seq: 14, trades: [{ ...trade(4), quantity: '01' }] };
    const kept = tradeSlice.reducer(folded, tradeSlice.snapshotReceived({ snapshot: odd, at: NOW }));
    expect(selectTrades({ trade: kept }, MARKET)).toMatchObject({
      tape: state.tape,
      liveness: { phase: 'resyncing', misfits: 2 },
    });
  });
});
