/**
 * The auditor judges each event by its own rule. A journal with only rule 1 stays valid; after the first event of rule
 * 2 no event of rule 1 is allowed.
 */
import type { Batch, EventType } from '../../server/core/event';
import {
  BOB,
  amend,
  buy,
  given,
  later,
  marketState,
  restingOrder,
  staff,
  ETH_USDT,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import { endFinancial, financial, buySavings } from '../tools/fixtures/financial-fixture';
import { BTC, buyMining, mining } from '../tools/fixtures/mining-fixture';
import { usdt } from '../tools/fixtures/option-fixture';
import { mark, perpetuals } from '../tools/fixtures/perpetual-fixture';
import { robots, startRobot } from '../tools/fixtures/robot-fixture';
import { Auditor } from './audits/invariants';

/** Events as a core of rule 1 wrote them: without the rule, and without the fields of rule 2. */
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
  buySavings(BOB, usdt(100)),
  endFinancial('Cancel', BOB, purchase),
]);

test.each<[EventType[], () => Scenario]>([
  [['OrderPlaced'], () => charging().given(restingOrder('buy', 100, 1, fixed), restingOrder('buy', 100, 1, fixed))],
  [['OrderPlaced', 'OrderAmended'], () => charging().given(buy(99, 1, fixed), amend(1, { price: 98 }))],
  [['FinancialEnded'], () => financial().given(SAVED_AND_CANCELLED)],
  [['MiningBought'], () => mining().given(buyMining(BOB, BTC / 10n, 'BTC-3'), buyMining(BOB, BTC / 10n, 'BTC-3'))],
  [['MarkPublished'], marked],
  [['RobotStarted'], () => robots().given(startRobot(BOB), startRobot(BOB))],
])('%j follows rule 1 until the first event of rule 2, and never after it', (types, scenarioOf) => {
  const scenario = scenarioOf();
  const all = scenario.exchange.batches.flatMap(({ events }) => events).filter(({ type }) => types.includes(type));
  expect(all.length).toBeGreaterThan(1);
  const last = all.length - 1;
  audit(byFirstRule(scenario, types, () => true));
  audit(byFirstRule(scenario, types, (place) => place < last));
  expect(() => audit(byFirstRule(scenario, types, (place) => place === last))).toThrow(/rule undefined/);
});
