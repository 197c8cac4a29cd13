/**
 * The auditor judges each event by its own rule: a journal that ends before there was a second one is as good as it was, and behind
 * the first event of the second none is of the first.
 */
import type { Batch, EventType } from '../../server/core/event';
import {
  BOB,
  amend,
  buy,
  given,
  later,
  marketState,
  rested,
  staff,
  ETH_USDT,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import { endFinancial, financial, saved } from '../tools/fixtures/financial-fixture';
import { BTC, mined, mining } from '../tools/fixtures/mining-fixture';
import { usdt } from '../tools/fixtures/option-fixture';
import { mark, perpetuals } from '../tools/fixtures/perpetual-fixture';
import { robots, started } from '../tools/fixtures/robot-fixture';
import { Auditor } from './audits/invariants';

/** As a core of the first rules would have written it: these events neither name one nor say what only the second knows. */
function byFirstRule(
  { exchange }: Scenario,
  types: readonly EventType[],
  isOfFirst: (place: number) => boolean,
): Batch[] {
  let place = 0;
  return exchange.batches.map((batch) => ({
    ...batch,
    events: batch.events.map((event) =>
      types.includes(event.type) && isOfFirst(place++) ? { ...event, rule: undefined, bound: undefined } : event,
    ),
  }));
}
function audit(batches: readonly Batch[]): void {
  const auditor = new Auditor();
  for (const batch of batches) auditor.follow(batch);
}

const fixed = { market: 'ETH-BTC' };
function charging(): Scenario {
  const terms = { ...ETH_USDT, ...fixed, quote: 'BTC', makerFeesFixed: [70n], takerFeesFixed: [90n], notionalMin: 0n };
  return given(staff({ type: 'ListMarket', ...terms }), marketState('open', fixed.market));
}

function marked(): Scenario {
  const scenario = perpetuals();
  return scenario.given(later(1_000, mark(500_000, scenario.exchange.now + 1_000)));
}

const SAVED_AND_CANCELLED = [1, 2].flatMap((purchase) => [
  saved(BOB, usdt(100)),
  endFinancial('Cancel', BOB, purchase),
]);

test.each<[EventType[], () => Scenario]>([
  [['OrderPlaced'], () => charging().given(rested('buy', 100, 1, fixed), rested('buy', 100, 1, fixed))],
  [['OrderPlaced', 'OrderAmended'], () => charging().given(buy(99, 1, fixed), amend(1, { price: 98 }))],
  [['FinancialEnded'], () => financial().given(SAVED_AND_CANCELLED)],
  [['MiningBought'], () => mining().given(mined(BOB, BTC / 10n, 'BTC-3'), mined(BOB, BTC / 10n, 'BTC-3'))],
  [['MarkPublished'], marked],
  [['RobotStarted'], () => robots().given(started(BOB), started(BOB))],
])('%j is by the first rule until one is by the second, and by no first one afterwards', (types, scenarioOf) => {
  const scenario = scenarioOf();
  const all = scenario.exchange.batches.flatMap(({ events }) => events).filter(({ type }) => types.includes(type));
  expect(all.length).toBeGreaterThan(1);
  const last = all.length - 1;
  audit(byFirstRule(scenario, types, () => true));
  audit(byFirstRule(scenario, types, (place) => place < last));
  expect(() => audit(byFirstRule(scenario, types, (place) => place === last))).toThrow(/rule undefined/);
});
