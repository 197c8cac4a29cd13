import { demoPast, type DemoPast } from '../../../test/tools/demo-past';

const MINUTE_MS = 60_000;
const MINUTES = 12;
const INDEX_SEED = 6;

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

/** Client ids of all that alice does. */
const ACTS = [
  ...numbered('demo-alice', 14),
  ...numbered('demo-alice-contract', 9),
  ...[...numbered('demo-alice-option', 8), 'demo-alice-option-waiting'],
  ...[...numbered('demo-alice-convert', 2), 'demo-alice-dust'],
  ...['aside', 'back'].flatMap((name) => ['LTC', 'ADA'].map((coin) => `demo-alice-${name}-${coin}`)),
  ...[...numbered('demo-alice-savings', 6), 'demo-alice-savings-4-end', 'demo-alice-savings-5-end'],
  ...[...numbered('demo-alice-mining', 3), 'demo-alice-mining-newest', 'demo-alice-savings-newest'],
  'demo-alice-robot',
];

/** Orders at the market of which nothing was traded. */
function unfilledOf({ alice, batches }: DemoPast): string[] {
  const events = batches.flatMap((batch) => batch.events);
  const taken = new Set<number>();
  for (const event of events) {
    if (event.type === 'TradeExecuted' || event.type === 'PerpetualTraded') taken.add(event.takerOrder);
  }
  return events.flatMap((event) => {
    if (event.type !== 'OrderPlaced' && event.type !== 'PerpetualOrderPlaced') return [];
    const isHers = event.user === alice && event.kind === 'market';
    return isHers && !taken.has(event.order) ? [`${event.side} ${event.market}`] : [];
  });
}

function refundedOf({ batches }: DemoPast): number {
  const events = batches.flatMap((batch) => batch.events);
  return events.filter((event) => event.type === 'OptionSettled' && event.end === 'refunded').length;
}

async function expectWhole(from: number, { minutes = MINUTES, indexSeed = INDEX_SEED, msACall = 0 } = {}) {
  let real = from + minutes * MINUTE_MS;
  const past = await demoPast({ real: () => (real += msACall), minutes, indexSeed });
  const missing = ACTS.flatMap((act) => (past.acts.get(act) === 'taken' ? [] : [[act, past.acts.get(act)]]));
  expect({ missing, unfilled: unfilledOf(past), refunded: refundedOf(past) }).toEqual({
    ...{ missing: [], unfilled: [], refunded: 0 },
  });
}

/** On 1 May 2026, in UTC: days end at 16:00, funding is fixed at 8:00. */
const at = (hour: number, minute: number, second: number): number =>
  Date.UTC(2026, 4, 1, hour, minute) + second * 1_000;

describe('the past of alice', () => {
  it.each([4, 6, 7])('is whole when few have traded before her, by the index of seed %p', async (indexSeed) => {
    await expectWhole(at(15, 54, 20), { indexSeed });
  });

  it.each([
    ['half a minute before midnight', at(15, 59, 30)],
    ['a moment before midnight', at(15, 59, 59.9)],
    ['at midnight', at(16, 0, 0)],
    ['half a second before a minute', at(3, 10, 59.5)],
    ['a few seconds before funding', at(7, 59, 55.5)],
    ['so that it ends at funding', at(7, 48, 0)],
    ['so that it ends a moment after midnight', at(15, 48, 0.2)],
  ])('is whole when the history begins %s', async (_, from) => {
    await expectWhole(from);
  });

  it('is whole on a slow machine, while the history grows', async () => {
    await expectWhole(at(3, 10, 20), { msACall: 20 });
  });

  it('is whole in a history that ends before most of its times', async () => {
    await expectWhole(at(3, 10, 20), { minutes: 1 });
  });
});
