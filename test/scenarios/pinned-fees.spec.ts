/** What one wrong line of the core would change for levels of fees, an example each. */
import type { Batch } from '../../server/core/event';
import { feeLevelAt } from '../../server/core/fees/level';
import { createStepper } from '../../server/engine/step';
import { dayOf, dayStart } from '../../shared/rules/days';
import {
  ALICE,
  BOB,
  STARTED_AT,
  buy,
  by,
  given,
  later,
  marketState,
  sell,
  staff,
  type Step,
} from '../tools/core-fixture';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MIDNIGHT = dayStart(dayOf(STARTED_AT) + 1);
/** One BTC is 1.00 USDT at 100 ticks: 5 lots are 500,000 units of volume. */
const TABLE = staff({
  type: 'SetFeeTiers',
  product: 'spot',
  volumes: [0n, 500_000n, 1_000_000n],
  reason: 'schedule',
});
const trade = (lots: number): Step[] => [by(ALICE, sell(100, lots)), buy(100, lots)];

test('a level that staff gave takes none away that volume gives', () => {
  const scenario = given(TABLE, trade(10), staff({ type: 'AssignFeeTier', user: BOB, tier: 1 }));
  const { exchange } = scenario;
  scenario.when(later(MIDNIGHT + 4 * HOUR - exchange.now, marketState('open')));
  const member = exchange.state.members.get(BOB);
  expect(member && feeLevelAt(member, 'spot', exchange.now)).toBe(2);
});

test('a day that is reckoned late counts nothing of the day behind it, which is closed by then', () => {
  const { exchange } = given(TABLE, trade(5));
  let now = MIDNIGHT + HOUR;
  const batches: Batch[] = [];
  const onDraft = ({ batch }: { batch: Batch }): void => void batches.push(batch);
  const stepper = createStepper({ state: exchange.state, clock: () => now, onDraft });
  for (const step of trade(5)) stepper.take(step);
  now = MIDNIGHT + DAY;
  stepper.take(marketState('open'));
  stepper.settle('scheduled', Infinity);
  const levels = batches.flatMap(({ events }) => events.filter((event) => event.type === 'FeeLevelSet'));
  expect(levels.filter(({ user }) => user === BOB).map(({ volume }) => volume)).toEqual([500_000n, 1_000_000n]);
});
