/** A small exchange that sells second contracts on the index of BTC: 30, 60 and 300 s for 80 %, stakes of 1,000 to 9,999,999 USDT. */
import type { BuyOption, SetOptionTerms, OptionTerms } from '../../server/products/option/core/commands';
import { evolve, createState } from '../../server/products/core';
import { ADMIN, ALICE, BOB, CAROL, Exchange, Scenario, quotes, staff, system, type Step } from './core-fixture';

const UNIT = 100_000_000n;
export const usdt = (amount: number) => BigInt(amount) * UNIT;
export const SYMBOL = 'BTC-USDT';
export const PRICE = 6_000_000;
export const FUNDS = usdt(1_000_000);
export const HOUSE = usdt(1_000_000);

export const TERMS: OptionTerms = {
  symbol: SYMBOL,
  asset: 'USDT',
  amountMin: usdt(1_000),
  amountMax: usdt(9_999_999),
  sideMax: usdt(500_000),
  totalMax: usdt(800_000),
  userMax: usdt(300_000),
  levelsUserMax: usdt(20_000),
  durationsMs: [30_000, 60_000, 300_000],
  payoutsPpb: [800_000_000, 800_000_000, 850_000_000],
  feesPpb: [0, 10_000_000, 0],
  feeAmounts: [0n, 0n, usdt(5)],
};

export function termsOf(fields: Partial<OptionTerms> = {}, actor = ADMIN): Step {
  const command: SetOptionTerms = { type: 'SetOptionTerms', ...TERMS, ...fields, reason: 'offered' };
  return { actor, command };
}

/** On sale, with money behind it and three who have some; the index is at 60,000.00. */
export function options(fields: Partial<OptionTerms> = {}): Scenario {
  const scenario = new Scenario(new Exchange());
  scenario.given(
    staff({ type: 'ListAsset', asset: 'BTC', scale: 8, withdrawalFee: 2n, withdrawalMin: 5n }),
    staff({ type: 'ListAsset', asset: 'USDT', scale: 8, withdrawalFee: 10n, withdrawalMin: 100n }),
    staff({ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n, confirmations: 12 }),
    staff({
      type: 'SetIndexTerms',
      symbol: SYMBOL,
      decimals: 2,
      sourceStaleMs: 5_000,
      staleMs: 10_000,
      sourcesMin: 3,
      reason: 'listed',
    }),
    termsOf(fields),
    staff({ type: 'SetOptionState', symbol: SYMBOL, state: 'open', reason: 'offered' }),
    staff({ type: 'FundHouse', asset: 'USDT', amount: HOUSE, reason: 'capital' }),
    staff({ type: 'FundOptions', asset: 'USDT', act: 'fund', amount: HOUSE, reason: 'capital' }),
  );
  for (const user of [ALICE, BOB, CAROL]) {
    scenario.given(
      system({ type: 'RegisterMember', user }),
      staff({ type: 'VerifyMember', user }),
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: FUNDS, reference: `opening/${user}` }),
      {
        actor: `user/${user}`,
        command: { type: 'TransferFunds', user, asset: 'USDT', from: 'spot', to: 'option', amount: FUNDS },
      },
    );
  }
  return scenario.given(tick(scenario, PRICE));
}

/** What all sources show, so many milliseconds after what was before. */
export function tick({ exchange }: Pick<Scenario, 'exchange'>, price: number, ms = 1_000): Step {
  exchange.now += ms;
  const { now } = exchange;
  return system({ type: 'PublishIndex', prices: [quotes([price, price, price], now, SYMBOL)] });
}

/** What sources showed, each so many milliseconds before it is published; null: that one is silent. */
export function told(
  { exchange }: Pick<Scenario, 'exchange'>,
  shown: readonly ([price: number, agoMs: number] | null)[],
  ms = 1_000,
): Step {
  exchange.now += ms;
  const { now } = exchange;
  const sources = shown.flatMap((one, source) =>
    one === null ? [] : [{ source: 'abcdefgh'[source], price: one[0], at: now - one[1] }],
  );
  return system({ type: 'PublishIndex', prices: [{ symbol: SYMBOL, sources }] });
}

/**
 * What waits for its entry was sold by rule 1: its purchase names no rule, as before there was another, and the exchange goes on from the
 * journal that says so.
 */
export function soldByRule1({ exchange }: Pick<Scenario, 'exchange'>): void {
  const { contracts } = exchange.state.options;
  const state = createState();
  for (const batch of exchange.batches) {
    for (const event of batch.events) {
      if (event.type !== 'OptionBought' || contracts.get(event.contract)?.entry !== null) continue;
      delete event.rule;
      delete event.sourcesMin;
    }
    evolve(state, batch);
  }
  exchange.restart(state);
}

type Wish = Partial<Omit<BuyOption, 'type' | 'user'>>;
export function bought(user: number, direction: 'up' | 'down', stake = usdt(1_000), wish: Wish = {}): Step {
  const command: BuyOption = { type: 'BuyOption', user, symbol: SYMBOL, direction, stake, durationMs: 60_000, ...wish };
  return { actor: `user/${user}`, command };
}
export function called(user: number, contract: number): Step {
  return { actor: `user/${user}`, command: { type: 'CancelOption', user, contract } };
}
export function limited(user: number, amount?: bigint): Step {
  const wish = amount === undefined ? {} : { amount };
  return { actor: `user/${user}`, command: { type: 'SetOptionLimit', user, asset: 'USDT', ...wish } };
}

/** One of each: terms, sale, money of the house; contracts that win, lose, tie, stop, profit, are taken back, go back; a limit. */
export function everythingOfOptions(): Scenario {
  const scenario = options();
  const after = (...prices: number[]): void => {
    for (const price of prices) scenario.given(tick(scenario, price));
  };
  scenario.given(
    staff({ type: 'FundOptions', asset: 'USDT', act: 'release', amount: usdt(1), reason: 'back' }),
    limited(ALICE, usdt(100_000)),
    bought(ALICE, 'up'),
    bought(BOB, 'down'),
    bought(ALICE, 'up', usdt(1_000), { takeProfit: PRICE + 3 }),
    bought(BOB, 'up', usdt(1_000), { stopLoss: PRICE - 2 }),
    bought(CAROL, 'up', usdt(1_000), { startsAt: scenario.exchange.now + 60_000 }),
    called(CAROL, 5),
  );
  after(PRICE, PRICE - 2, PRICE + 3, ...Array.from({ length: 60 }, () => PRICE + 1));
  scenario.given(staff({ type: 'SetOptionState', symbol: SYMBOL, state: 'closed', reason: 'over' }));
  return scenario;
}
