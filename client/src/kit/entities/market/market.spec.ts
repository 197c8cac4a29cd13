import type { UnknownAction } from '@reduxjs/toolkit';
import type { Ticker } from '../../../../../shared/wire/market-data';
import { SILENCE_MS_MAX } from '../../stream/liveness';
import { clockTicked, subscriptionAsked } from '../../stream/stream-events';
import { marketSlice, selectQuote, selectQuotes } from './market-slice';
import { flashAttributes, quoteAfter, directionShown } from './quote';

const NOW = 1_760_000_000_000;

function ticker(position: number, last: string | null, market = 'BTC-USDT'): Ticker {
  const untold = { open: null, change: '0', changeRatio: '0', high: null, low: null };
  return { market, position, last, ...untold, baseVolume: '0', quoteVolume: '0' };
}

describe('quote', () => {
  it('remembers the last direction of the price', () => {
    const first = quoteAfter(undefined, ticker(1, '100'));
    const up = quoteAfter(first, ticker(2, '100.5'));
    const same = quoteAfter(up, ticker(3, '100.5'));
    const down = quoteAfter(same, ticker(4, '99'));
    expect([first, up, same, down].map(({ moved }) => moved)).toEqual(['level', 'up', 'up', 'down']);
    // The flash restarts with each move, and not with updates that leave the price unchanged.
    expect([first, up, same, down].map((quote) => flashAttributes(quote)['data-turn'])).toEqual([0, 1, 1, 0]);
  });

  it('ignores older updates; accepts a moved 24 h window at the same position', () => {
    const quote = quoteAfter(undefined, ticker(5, '100'));
    expect(quoteAfter(quote, ticker(4, '1'))).toBe(quote);
    expect(quoteAfter(quote, { ...ticker(5, '100'), quoteVolume: '7' }).ticker.quoteVolume).toBe('7');
  });

  it('shows a sign only if the change is visible', () => {
    expect(['0', '0.000099', '-0.000099'].map(directionShown)).toEqual(['level', 'level', 'level']);
    expect(['0.0001', '-0.0001', '-1', '10'].map(directionShown)).toEqual(['up', 'down', 'down', 'up']);
  });
});

describe('quotes of all markets', () => {
  const asked = subscriptionAsked({ channel: 'tickers' });
  const told = (...tickers: Ticker[]) =>
    marketSlice.snapshotReceived({ snapshot: { position: 1, at: NOW, tickers }, at: NOW });
  const pushed = (from: number, to: number, ...tickers: Ticker[]) =>
    marketSlice.pushReceived({ push: { from, to, at: NOW, tickers }, at: NOW });
  const after = (...happenings: UnknownAction[]) => ({
    market: happenings.reduce(marketSlice.reducer, marketSlice.getInitialState()),
  });
  const both = [ticker(1, '100'), ticker(1, '5', 'ETH-USDT')];

  it('come in a snapshot, then as changed quotes', () => {
    const before = after(asked, told(...both));
    const state = { market: marketSlice.reducer(before.market, pushed(1, 2, ticker(2, '101'))) };
    expect(selectQuote(state, 'BTC-USDT')).toMatchObject({ quote: { moved: 'up' }, liveness: { phase: 'live' } });
    // Selectors of other markets return the same objects, so their components do not render.
    expect(selectQuote(state, 'ETH-USDT')).toBe(selectQuote(before, 'ETH-USDT'));
    expect(selectQuotes(state)['ETH-USDT']).toBe(selectQuotes(before)['ETH-USDT']);
    expect(selectQuotes(after(asked, told(...both), pushed(1, 2)))).toEqual(selectQuotes(before));
    const silent = after(asked, told(...both), clockTicked(NOW + SILENCE_MS_MAX + 1));
    expect(selectQuote(silent, 'ETH-USDT').liveness.phase).toBe('stale');
  });

  it('resync after a sequence gap', () => {
    const state = after(asked, told(...both), pushed(2, 3, ticker(3, '7')));
    expect(selectQuote(state, 'BTC-USDT')).toMatchObject({
      quote: { ticker: { last: '100' } },
      liveness: { phase: 'resyncing' },
    });
  });

  it('keep the last valid quote and resync on malformed data', () => {
    const odd = { ...ticker(2, '101'), changeRatio: '1e-3' };
    for (const misfit of [pushed(1, 2, odd), told(odd)]) {
      expect(selectQuote(after(asked, told(...both), misfit), 'BTC-USDT')).toMatchObject({
        quote: { ticker: { last: '100' } },
        liveness: { phase: 'resyncing', isInStep: false },
      });
    }
  });
});
