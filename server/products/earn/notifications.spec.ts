import { ALICE, BOB, CAROL, staff, type Scenario } from '../../../test/tools/fixtures/core-fixture';
import { allMining } from '../../../test/tools/fixtures/mining-fixture';
import {
  allFinancial,
  financial,
  advanceToMidnight,
  triggerDueWork,
  buySavings,
} from '../../../test/tools/fixtures/financial-fixture';
import { usdt } from '../../../test/tools/fixtures/option-fixture';
import { noticesIn } from '../../../test/tools/fixtures/notices';

const earnIn = async ({ exchange }: Scenario) =>
  (await noticesIn(exchange.batches)).filter(({ limit }) => limit?.family === 'earn');

test('each step of a purchase has a message with the returned amount', async () => {
  const notices = await earnIn(allFinancial());
  expect(notices.map(({ user, key, limit }) => [user, key, limit?.about])).toEqual([
    [BOB, 'financial.bought', 1],
    [BOB, 'financial.cancelled', 1],
    [BOB, 'financial.bought', 2],
    [ALICE, 'financial.bought', 3],
    [ALICE, 'financial.bought', 4],
    [BOB, 'financial.left', 2],
    [ALICE, 'financial.settled', 3],
    [ALICE, 'financial.renewed', 5],
    [ALICE, 'financial.settled', 4],
  ]);
  const settled = { product: 'USDT-7', asset: 'USDT', amount: '100', total: '100.09589041', purchase: '4' };
  expect(notices.at(-1)?.facts).toEqual(settled);
});

test('the message of a failed renewal has the reason', async () => {
  const scenario = financial().given(buySavings(ALICE, usdt(100), { renew: 'on' }));
  scenario.given(staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'closed', reason: 'r' }));
  triggerDueWork(advanceToMidnight(scenario, 8));
  expect((await earnIn(scenario)).at(-1)).toMatchObject({
    key: 'financial.unrenewed',
    facts: { reason: 'earn.closed' },
  });
});

test('a mining purchase, its rebate and its end have messages; single incomes do not', async () => {
  const notices = await earnIn(allMining());
  expect(notices.map(({ user, key, limit }) => [user, key, limit?.about])).toEqual([
    [BOB, 'mining.bought', 'mining-1'],
    [CAROL, 'mining.bought', 'mining-2'],
    [BOB, 'mining.bought', 'mining-3'],
    [ALICE, 'mining.rebate', 'mining-3'],
    [BOB, 'mining.ended_paid', 'mining-3'],
    [BOB, 'mining.ended', 'mining-1'],
    [CAROL, 'mining.ended', 'mining-2'],
  ]);
  expect(notices[3].facts).toEqual({ product: 'BTC-3', asset: 'BTC', amount: '0.003' });
  expect(notices[4].facts).toEqual({
    ...{ purchase: '3', product: 'BTC-3', asset: 'BTC', amount: '1', total: '360', coin: 'USDT' },
  });
});
