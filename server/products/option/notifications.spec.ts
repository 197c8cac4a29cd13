import { ALICE, BOB, CAROL, type Scenario } from '../../../test/tools/fixtures/core-fixture';
import {
  buyOption,
  allOptions,
  optionScenario,
  publishPrice,
  usdt,
  PRICE,
} from '../../../test/tools/fixtures/option-fixture';
import { databaseOf, noticesIn, rowsFrom } from '../../../test/tools/fixtures/notices';

const ofOptions = async (...of: Parameters<typeof noticesIn>) =>
  (await noticesIn(...of)).filter(({ limit }) => limit?.family === 'options');
/** Messages of settlements, in order. */
const settledIn = async ({ exchange }: Scenario) =>
  (await ofOptions(exchange.batches)).filter(({ key }) => key !== 'option.started');

describe('messages of settled second contracts', () => {
  it('contain result, stake and payment; the user’s own cancellations have none', async () => {
    const notices = await settledIn(allOptions());
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

  it('contain the whole lost stake, including the fee', async () => {
    const scenario = optionScenario().given(buyOption(BOB, 'down', usdt(2_000)));
    for (let second = 0; second < 63; second++) scenario.given(publishPrice(scenario, PRICE + second));
    expect(await settledIn(scenario)).toMatchObject([{ user: BOB, key: 'option.lost', facts: { amount: '2000' } }]);
  });

  it('contain the reason of a refund, or that the price was equal', async () => {
    const missed = optionScenario().given(buyOption(ALICE, 'up'));
    missed.given(publishPrice(missed, PRICE, 16_000));
    missed.given(buyOption(ALICE, 'up'));
    for (let second = 0; second < 63; second++) missed.given(publishPrice(missed, PRICE));
    expect(await settledIn(missed)).toMatchObject([
      { key: 'option.refunded', facts: { amount: '1000', why: 'entry_missed' } },
      { key: 'option.tie', facts: { amount: '1000' } },
    ]);
  });
});

describe('messages of a scheduled contract that begins', () => {
  /**
   * One contract with an immediate and one with a scheduled start, both entered, and what existed before the
   * notifications began.
   */
  function entered(kept: 'all' | 'from the entry on') {
    const scenario = optionScenario();
    const startsAt = scenario.exchange.now + 10_000;
    scenario.given(buyOption(BOB, 'up', usdt(2_000)), buyOption(ALICE, 'down', usdt(1_500), { startsAt }));
    const before = scenario.exchange.batches.length;
    for (let second = 0; second < 12; second++) scenario.given(publishPrice(scenario, PRICE + second));
    const { batches } = scenario.exchange;
    return { batches: kept === 'all' ? batches : batches.slice(before), scenario };
  }
  const started = {
    user: ALICE,
    key: 'option.started',
    facts: { contract: '2', market: 'BTC-USDT', asset: 'USDT', amount: '1500', price: '60000.1' },
    limit: { family: 'options', about: 2 },
  };

  it('contain stake and entry price; an immediate start has none', async () => {
    expect(await ofOptions(entered('all').batches)).toMatchObject([started]);
  });

  it('find an earlier purchase in the state, or in the read models once it is over', async () => {
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
