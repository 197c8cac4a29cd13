/** The live view of mining equals the core after every batch, folded or seeded by a snapshot. */
import { ALICE, BOB, CAROL, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import { advanceToMidnight, triggerDueWork } from '../../../../test/tools/fixtures/financial-fixture';
import { BTC, buyMining, mining, advanceToOneOClock } from '../../../../test/tools/fixtures/mining-fixture';
import { usdt } from '../../../../test/tools/fixtures/option-fixture';
import { earnHoldings, earnUpdate } from '../../../../shared/products/earn/wire';
import { positionOf } from '../../../core/event';
import { LiveViews } from '../../../views/live/live-views';

const HOUR_MS = 3_600_000;

function folded({ exchange }: Scenario): LiveViews {
  const views = new LiveViews();
  views.fold(exchange.batches);
  return views;
}
function seeded({ exchange }: Scenario): LiveViews {
  const views = new LiveViews();
  views.seed(exchange.state);
  return views;
}

it('follows a purchase from start to end', () => {
  const scenario = mining();
  const views = folded(scenario);
  views.earn.watch(BOB);
  const from = scenario.exchange.batches.length;
  scenario.given(buyMining(BOB), buyMining(CAROL));
  triggerDueWork(advanceToMidnight(scenario, 6));
  const { batches } = scenario.exchange;
  views.fold(batches.slice(from));
  const updates = views.earn.updates.after(BOB, positionOf(batches[from - 1])) ?? [];
  for (const update of updates) earnUpdate.parse(update);
  const told = updates.flatMap(({ mining: rows }) => rows);
  expect(told.map(({ generated, status }) => [generated, status])).toEqual([
    ['0', 'participated'],
    ...['1', '2', '3', '4', '5'].map((generated) => [generated, 'mining']),
    ['5', 'ended'],
  ]);
  expect(told[0]).toMatchObject({ name: 'USDT mining', amount: '1000', incomeADay: '1', expected: '5', termDays: 5 });
  expect(told.at(-1)).toMatchObject({ nextPayoutAt: null });
  expect(views.earn.snapshot(BOB, scenario.exchange.now).mining).toEqual([]);
});

it('derives the phase of a purchase from the time alone', () => {
  const scenario = mining().given(buyMining(BOB));
  const { earn } = folded(scenario);
  const at = (moment: number) => earn.snapshot(BOB, moment).mining[0];
  const { boughtAt, startsAt, allocatingFrom } = at(scenario.exchange.now);
  expect(allocatingFrom % HOUR_MS).toBe(0);
  expect(allocatingFrom - boughtAt).toBeLessThanOrEqual(HOUR_MS);
  expect(at(allocatingFrom - 1).status).toBe('participated');
  expect(at(allocatingFrom).status).toBe('allocating');
  expect(at(startsAt - 1).status).toBe('allocating');
  expect(at(startsAt)).toMatchObject({ status: 'mining', nextPayoutAt: startsAt + HOUR_MS });
});

it('equals the view folded from the start when seeded by a snapshot, also afterwards', () => {
  const scenario = mining().given(buyMining(BOB), buyMining(BOB, BTC, 'BTC-3'));
  triggerDueWork(advanceToOneOClock(scenario, 2));
  const views = [folded(scenario), seeded(scenario)];
  const from = scenario.exchange.batches.length;
  scenario.given(buyMining(CAROL, usdt(500)));
  triggerDueWork(advanceToOneOClock(scenario, 1));
  for (const view of views) view.fold(scenario.exchange.batches.slice(from));
  views.push(folded(scenario), seeded(scenario));
  const told = views.map(({ earn }) => ({
    holdings: [ALICE, BOB, CAROL].map((user) => earnHoldings.parse(earn.snapshot(user, scenario.exchange.now))),
    products: earn.mining.products(),
    cover: earn
      .assets()
      .map((asset) => [asset, earn.coverOf(asset)])
      .sort(),
    held: ['USDT-5', 'BTC-3'].map((product) => earn.mining.totalsOf(product)),
  }));
  for (const one of told) expect(one).toEqual(told[0]);
  // BOB's two remaining incomes with a tenth for ALICE; CAROL's five minus the paid one; and BTC's three.
  const [{ held }] = told;
  expect(held).toEqual([
    { principal: usdt(1_500), promised: 2n * (usdt(1) + usdt(1) / 10n) + 4n * (usdt(1) / 2n) },
    { principal: BTC, promised: usdt(360) },
  ]);
});
