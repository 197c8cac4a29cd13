import { ALICE, BOB, CAROL, type Scenario } from '../../../test/tools/fixtures/core-fixture';
import { bought, everythingOfOptions, options, tick, usdt, PRICE } from '../../../test/tools/fixtures/option-fixture';
import { databaseOf, noticesIn, rowsFrom } from '../../../test/tools/fixtures/notices';

const ofOptions = async (...of: Parameters<typeof noticesIn>) =>
  (await noticesIn(...of)).filter(({ limit }) => limit?.family === 'options');
/** Messages of settlements, in order. */
const settledIn = async ({ exchange }: Scenario) =>
  (await ofOptions(exchange.batches)).filter(({ key }) => key !== 'option.started');

describe('messages of settled second contracts', () => {
  it('say how each ended, with its stake and the payment, and leave out cancellations by the user', async () => {
    const notices = await settledIn(everythingOfOptions());
    const facts = { market: 'BTC-USDT', asset: 'USDT', amount: '1000' };
    expect(notices.map(({ user, key, limit }) => [user, key, limit?.about])).toEqual(
      expect.arrayContaining([
        [ALICE, 'option.won', 1],
        [ALICE, 'option.profit', 3],
        [BOB, 'option.stopped', 4],
      ]),
    );
    expect(notices.some(({ user }) => user === CAROL)).toBe(false);
    for (const one of notices) expect(one.facts).toMatchObject({ ...facts, contract: String(one.limit?.about) });
    expect(notices.find(({ limit }) => limit?.about === 1)?.facts).toMatchObject({ total: '1790' });
  });

  it('name the whole stake of one that lost, fee included', async () => {
    const scenario = options().given(bought(BOB, 'down', usdt(2_000)));
    for (let second = 0; second < 63; second++) scenario.given(tick(scenario, PRICE + second));
    expect(await settledIn(scenario)).toMatchObject([{ user: BOB, key: 'option.lost', facts: { amount: '2000' } }]);
  });

  it('say why a stake went back, or that the price was the same', async () => {
    const missed = options().given(bought(ALICE, 'up'));
    missed.given(tick(missed, PRICE, 16_000));
    missed.given(bought(ALICE, 'up'));
    for (let second = 0; second < 63; second++) missed.given(tick(missed, PRICE));
    expect(await settledIn(missed)).toMatchObject([
      { key: 'option.refunded', facts: { amount: '1000', why: 'entry_missed' } },
      { key: 'option.tie', facts: { amount: '1000' } },
    ]);
  });
});

describe('messages of a contract with a set time that begins', () => {
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
  const started = {
    user: ALICE,
    key: 'option.started',
    facts: { contract: '2', market: 'BTC-USDT', asset: 'USDT', amount: '1500', price: '60000.1' },
    limit: { family: 'options', about: 2 },
  };

  it('name its stake and the price at which it began; one that begins at once brings none', async () => {
    expect(await ofOptions(entered('all').batches)).toMatchObject([started]);
  });

  it('know one that was bought before: from the state, or from the read models when it is over', async () => {
    const { scenario, batches } = entered('from the entry on');
    const { state } = scenario.exchange;
    const [entry] = batches.filter(({ events }) =>
      events.some((event) => event.type === 'OptionEntered' && event.contract === 2),
    );
    expect(await ofOptions([entry], rowsFrom(state))).toMatchObject([started]);
    const over = { ...state, options: { ...state.options, contracts: new Map() } };
    const stored = { asset: 'USDT', stake: usdt(1_500), startsAt: 1 };
    expect(await ofOptions([entry], rowsFrom(over, databaseOf(stored)))).toMatchObject([started]);
    await expect(ofOptions([entry], rowsFrom(over, databaseOf(undefined)))).rejects.toThrow('contract 2');
  });
});
