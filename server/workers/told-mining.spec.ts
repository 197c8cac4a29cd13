import { ALICE, BOB, CAROL, Exchange, type Scenario } from '../../test/tools/core-fixture';
import { everythingOfMining } from '../../test/tools/mining-fixture';
import { MESSAGE_FACTS } from '../../shared/wire/messages-center';
import { toldOfMining } from './told-mining';
import { ToldMoney } from './told-money';

const neverAsked = () => Promise.reject(new Error('nothing older is asked for'));

function toldIn({ exchange }: Scenario) {
  const money = new ToldMoney(new Exchange().state, { withdrawal: neverAsked, recharge: neverAsked });
  return exchange.batches.flatMap((batch) => {
    money.learn(batch);
    return batch.events.flatMap((event) => {
      const told = toldOfMining(event, money);
      for (const { key, facts } of told) MESSAGE_FACTS[key].parse(facts);
      return told;
    });
  });
}

test('a purchase, its rebate and its end are told, not every income', () => {
  const told = toldIn(everythingOfMining());
  expect(told.map(({ user, key, about }) => [user, key, about])).toEqual([
    [BOB, 'mining.bought', 'mining-1'],
    [CAROL, 'mining.bought', 'mining-2'],
    [BOB, 'mining.bought', 'mining-3'],
    [ALICE, 'mining.rebate', 'mining-3'],
    [BOB, 'mining.ended_paid', 'mining-3'],
    [BOB, 'mining.ended', 'mining-1'],
    [CAROL, 'mining.ended', 'mining-2'],
  ]);
  expect(told[3].facts).toEqual({ product: 'BTC-3', asset: 'BTC', amount: '0.003' });
  expect(told[4].facts).toEqual({
    ...{ purchase: '3', product: 'BTC-3', asset: 'BTC', amount: '1', total: '360', coin: 'USDT' },
  });
});
