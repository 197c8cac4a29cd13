/** The live view of financial products equals the core after every batch, folded or seeded by a snapshot. */
import { ALICE, BOB, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import {
  endFinancial,
  allFinancial,
  financial,
  advanceToMidnight,
  triggerDueWork,
  setRenewal,
  buySavings,
} from '../../../../test/tools/fixtures/financial-fixture';
import { usdt } from '../../../../test/tools/fixtures/option-fixture';
import { earnHoldings, earnUpdate } from '../../../../shared/products/earn/wire';
import { positionOf } from '../../../core/event';
import { LiveViews } from '../../../views/live/live-views';

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
  const scenario = financial();
  const views = folded(scenario);
  views.earn.watch(ALICE);
  const from = scenario.exchange.batches.length;
  scenario.given(
    buySavings(ALICE, usdt(100)),
    setRenewal(ALICE, 1, 'on'),
    setRenewal(ALICE, 1, 'off'),
    buySavings(BOB),
  );
  const start = advanceToMidnight(scenario, 1).exchange.now;
  const expiry = advanceToMidnight(scenario, 7).exchange.now;
  triggerDueWork(scenario);
  const { batches } = scenario.exchange;
  views.fold(batches.slice(from));
  const updates = views.earn.updates.after(ALICE, positionOf(batches[from - 1])) ?? [];
  for (const update of updates) earnUpdate.parse(update);
  const common = {
    ...{ purchase: '1', product: 'USDT-7', name: '7 days', asset: 'USDT', amount: '100', termDays: 7 },
    ...{ annualRatePpb: 50_000_000, startsAt: start, expiresAt: expiry, expected: '0.09589041' },
  };
  expect(updates.flatMap(({ financial: rows }) => rows)).toMatchObject([
    { ...common, status: 'buying', renew: false, generated: '0', endedAt: null },
    { ...common, status: 'buying', renew: true },
    { ...common, status: 'buying', renew: false },
    { ...common, status: 'settled', generated: '0.09589041', endedAt: expiry },
  ]);
  expect(views.earn.snapshot(ALICE, expiry).financial).toEqual([]);
});

it('counts earned income by whole days', () => {
  const scenario = financial().given(buySavings(ALICE, usdt(100)));
  const { earn } = folded(scenario);
  const { now } = scenario.exchange;
  const dayMs = 86_400_000;
  const [{ startsAt }] = earn.snapshot(ALICE, now).financial;
  const at = (moment: number) => earn.snapshot(ALICE, moment).financial[0];
  expect(at(startsAt - 1)).toMatchObject({ status: 'buying', generated: '0' });
  expect(at(startsAt)).toMatchObject({ status: 'earning', generated: '0' });
  expect(at(startsAt + dayMs - 1)).toMatchObject({ generated: '0' });
  expect(at(startsAt + dayMs)).toMatchObject({ generated: '0.01369863' });
  expect(at(startsAt + 30 * dayMs)).toMatchObject({ status: 'earning', generated: '0.09589041' });
});

it('equals the view folded from the start when seeded by a snapshot, also afterwards', () => {
  const scenario = allFinancial();
  const views = [folded(scenario), seeded(scenario)];
  const from = scenario.exchange.batches.length;
  scenario.given(buySavings(BOB, usdt(50)));
  advanceToMidnight(scenario, 2).given(endFinancial('Leave', BOB, 6));
  for (const view of views) view.fold(scenario.exchange.batches.slice(from));
  views.push(folded(scenario), seeded(scenario));
  const told = views.map(({ earn }) => ({
    holdings: [ALICE, BOB].map((user) => earnHoldings.parse(earn.snapshot(user, scenario.exchange.now))),
    products: earn.financial.products().map(({ terms, state, sold }) => ({ terms, state, sold })),
    cover: earn.assets().map((asset) => [asset, earn.coverOf(asset)]),
    held: earn.financial.totalsOf('USDT-7'),
  }));
  for (const one of told) expect(one).toEqual(told[0]);
  const [{ held, cover }] = told;
  expect(held).toEqual({ principal: usdt(20), promised: 1_917_808n });
  expect(cover).toMatchObject([['USDT', { promised: 1_917_808n }]]);
});
