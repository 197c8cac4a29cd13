import { ALICE, BOB, CAROL, Exchange, type Scenario } from '../../test/tools/core-fixture';
import { bought, everythingOfOptions, options, tick, usdt, PRICE } from '../../test/tools/option-fixture';
import { MESSAGE_FACTS } from '../../shared/wire/messages-center';
import { ToldMoney } from './told-money';
import { OptionStarts, toldOfOption } from './told-options';

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

describe('what users hear when a contract with a set time begins', () => {
  /** One that begins at once and one with a set time, both entered, with what was already there when this began. */
  function entered(kept: 'all' | 'from the entry on') {
    const scenario = options();
    const startsAt = scenario.exchange.now + 10_000;
    scenario.given(bought(BOB, 'up', usdt(2_000)), bought(ALICE, 'down', usdt(1_500), { startsAt }));
    const before = scenario.exchange.batches.length;
    for (let second = 0; second < 12; second++) scenario.given(tick(scenario, PRICE + second));
    const { batches } = scenario.exchange;
    return { batches: kept === 'all' ? batches : batches.slice(before), scenario };
  }
  const moneyOf = () => new ToldMoney(new Exchange().state, { withdrawal: neverAsked, recharge: neverAsked });
  const started = {
    user: ALICE,
    key: 'option.started',
    contract: 2,
    facts: { contract: '2', market: 'BTC-USDT', asset: 'USDT', amount: '1500', price: '60000.1' },
  };

  async function toldStarts(batches: Scenario['exchange']['batches'], older: typeof neverAsked | typeof stored) {
    const money = moneyOf();
    const starts = new OptionStarts(new Exchange().state, money, older);
    const told = [];
    for (const batch of batches) {
      money.learn(batch);
      starts.learn(batch);
      for (const event of batch.events) if (event.type === 'OptionEntered') told.push(await starts.told(event));
      starts.forget(batch);
    }
    return told;
  }
  const stored = async (contract: number) =>
    contract === 2 ? { asset: 'USDT', stake: usdt(1_500), startsAt: 1 } : undefined;

  it('is its stake and the price at which it began; one that begins at once tells nothing', async () => {
    const told = await toldStarts(entered('all').batches, neverAsked);
    expect(told).toEqual([null, started]);
    MESSAGE_FACTS['option.started'].parse(started.facts);
  });

  it('is known of one that was bought before this began: from the state, or from the read models when it is over', async () => {
    const { scenario, batches } = entered('from the entry on');
    const money = moneyOf();
    for (const batch of scenario.exchange.batches) money.learn(batch);
    const entry = batches
      .flatMap(({ events }) => events)
      .find((event) => event.type === 'OptionEntered' && event.contract === 2);
    if (entry?.type !== 'OptionEntered') throw new Error('the second one never began');
    expect(await new OptionStarts(scenario.exchange.state, money, neverAsked).told(entry)).toEqual(started);
    const { index, options: products } = scenario.exchange.state;
    const over = { index, options: { ...products, contracts: new Map() } };
    expect(await new OptionStarts(over, money, stored).told(entry)).toEqual(started);
    await expect(new OptionStarts(over, money, async () => undefined).told(entry)).rejects.toThrow('contract 2');
  });
});
