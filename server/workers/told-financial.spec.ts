import { ALICE, BOB, Exchange, staff, type Scenario } from '../../test/tools/core-fixture';
import { everythingOfFinancial, financial, midnight, nudged, saved } from '../../test/tools/financial-fixture';
import { usdt } from '../../test/tools/option-fixture';
import { MESSAGE_FACTS } from '../../shared/wire/messages-center';
import { toldOfFinancial } from './told-financial';
import { ToldMoney } from './told-money';

const neverAsked = () => Promise.reject(new Error('nothing older is asked for'));

function toldIn({ exchange }: Scenario) {
  const money = new ToldMoney(new Exchange().state, { withdrawal: neverAsked, recharge: neverAsked });
  return exchange.batches.flatMap((batch) => {
    money.learn(batch);
    return batch.events.flatMap((event) => {
      const told = toldOfFinancial(event, money);
      if (told) MESSAGE_FACTS[told.key].parse(told.facts);
      return told ? [told] : [];
    });
  });
}

test('every step of a purchase is told, with what came back', () => {
  const told = toldIn(everythingOfFinancial());
  expect(told.map(({ user, key, purchase }) => [user, key, purchase])).toEqual([
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
  expect(told.at(-1)?.facts).toEqual(settled);
});

test('one that could not be bought again is told with the reason', () => {
  const scenario = financial().given(saved(ALICE, usdt(100), { renew: 'on' }));
  scenario.given(staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'closed', reason: 'r' }));
  nudged(midnight(scenario, 8));
  expect(toldIn(scenario).at(-1)).toMatchObject({ key: 'financial.unrenewed', facts: { reason: 'earn.closed' } });
});
