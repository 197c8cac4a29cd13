import { demoAtWork } from '../../test/tools/demo-at-work';
import { LIVELINESS } from './liveliness';

const DAY_MINUTES = 1_440;

describe('the demo at work', () => {
  it('changes and takes quotes as often as it is meant to, none of it in vain, in two thirds of a gigabyte a day', async () => {
    const { stored, minutes, tally } = await demoAtWork(2, 2);
    expect(Object.fromEntries(tally.refused)).toEqual({});
    const quotes = stored.filter(({ batch }) => batch.command.type === 'QuoteMarket');
    const changes = quotes.reduce((sum, { batch }) => sum + batch.events.length, 0);
    expect(changes / minutes).toBeGreaterThan(650);
    // The busiest change at least three times in two seconds, and every market trades every minute.
    for (const { market } of LIVELINESS.slice(0, 2)) {
      const its = quotes
        .flatMap(({ batch }) => batch.events)
        .filter((event) => 'market' in event && event.market === market);
      expect(its.length / minutes).toBeGreaterThan(90);
    }
    const trades = stored.flatMap(({ batch }) => batch.events.filter(({ type }) => type === 'TradeExecuted'));
    expect(trades.length / minutes).toBeGreaterThan(LIVELINESS.length);
    const bytes = stored.reduce((sum, one) => sum + one.bytes, 0);
    expect((bytes / minutes) * DAY_MINUTES).toBeLessThan(0.66e9);
  });
});
