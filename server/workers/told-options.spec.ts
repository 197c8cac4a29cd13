import { ALICE, BOB, CAROL, Exchange, type Scenario } from '../../test/tools/core-fixture';
import { bought, everythingOfOptions, options, tick, usdt, PRICE } from '../../test/tools/option-fixture';
import { MESSAGE_FACTS } from '../../shared/wire/messages-center';
import { ToldMoney } from './told-money';
import { toldOfOption } from './told-options';

/** What is told of every settlement, in order. */
function toldIn({ exchange }: Scenario) {
  const money = new ToldMoney(new Exchange().state, { withdrawal: neverAsked, recharge: neverAsked });
  return exchange.batches.flatMap((batch) => {
    money.learn(batch);
    return batch.events.flatMap((event) => {
      const told = event.type === 'OptionSettled' ? toldOfOption(event, money) : null;
      if (told) MESSAGE_FACTS[told.key].parse(told.facts);
      return told ? [told] : [];
    });
  });
}
const neverAsked = () => Promise.reject(new Error('nothing older is asked for'));

describe('what users hear of their second contracts', () => {
  it('is how each ended, with its stake and what was paid, and nothing of what they took back', () => {
    const told = toldIn(everythingOfOptions());
    const facts = { market: 'BTC-USDT', asset: 'USDT', amount: '1000' };
    expect(told.map(({ user, key, contract }) => [user, key, contract])).toEqual(
      expect.arrayContaining([
        [ALICE, 'option.won', 1],
        [ALICE, 'option.profit', 3],
        [BOB, 'option.stopped', 4],
      ]),
    );
    expect(told.some(({ user }) => user === CAROL)).toBe(false);
    for (const one of told) expect(one.facts).toMatchObject({ ...facts, contract: String(one.contract) });
    expect(told.find(({ contract }) => contract === 1)?.facts).toMatchObject({ total: '1790' });
  });

  it('is the whole stake of one that lost, whatever of it was the fee', () => {
    const scenario = options().given(bought(BOB, 'down', usdt(2_000)));
    for (let second = 0; second < 63; second++) scenario.given(tick(scenario, PRICE + second));
    expect(toldIn(scenario)).toMatchObject([{ user: BOB, key: 'option.lost', facts: { amount: '2000' } }]);
  });

  it('says why a stake went back, or that the price was the same', () => {
    const missed = options().given(bought(ALICE, 'up'));
    missed.given(tick(missed, PRICE, 16_000));
    missed.given(bought(ALICE, 'up'));
    for (let second = 0; second < 63; second++) missed.given(tick(missed, PRICE));
    expect(toldIn(missed)).toMatchObject([
      { key: 'option.refunded', facts: { amount: '1000', why: 'entry_missed' } },
      { key: 'option.tie', facts: { amount: '1000' } },
    ]);
  });
});
