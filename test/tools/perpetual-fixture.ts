/**
 * A small exchange with a perpetual as the worked examples have it: tick 0.1, lot 0.001 BTC, USDT to 8 digits, a taker rate of
 * 0.055 %. Prices are ticks: 500,000 is 50,000.0.
 */
import type {
  AdjustMargin,
  AmendPerpetualOrder,
  ListPerpetualMarket,
  PlacePerpetualOrder,
  SetMarginMode,
  SetPositionMode,
} from '../../server/products/perpetual/core/commands';
import type { ChangePerpetualTerms } from '../../server/products/perpetual/core/terms/commands';
import type { PlaceStop } from '../../server/products/perpetual/core/stops/commands';
import type { CoreEvent } from '../../server/core/event';
import { BATCH_VERSION } from '../../server/core/codec';
import { evolve } from '../../server/products/core';
import { userAccount } from '../../server/core/ledger/entry';
import { availableIn } from '../../server/core/ledger/ledger';
import type { Batch } from '../../server/core/event';
import type { PerpetualMarketState } from '../../server/core/market/order';
import { fundingDue } from '../../shared/products/perpetual/rules/funding';
import type { PositionSide } from '../../shared/products/perpetual/rules/position';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  Exchange,
  Scenario,
  by,
  cancelAll,
  later,
  quotes,
  staff,
  system,
  type Step,
} from './core-fixture';
import { TAKER_PPB, TIERS, usdt } from './perpetual-terms';

export const PERP = 'BTC-USDT-PERP';
export const FUNDS = usdt('1,000,000');
const MARK = 500_000;

export const BTC_PERP: ListPerpetualMarket = {
  type: 'ListPerpetualMarket',
  market: PERP,
  base: 'BTC',
  quote: 'USDT',
  tick: '0.1',
  multiplier: '0.001',
  quantityMin: 1,
  quantityMax: 1_000_000,
  notionalMin: usdt('5'),
  priceLowest: 10,
  priceHighest: 100_000_000,
  makerFeesPpb: [200_000, 100_000],
  takerFeesPpb: [TAKER_PPB, 400_000],
  openOrdersMax: 200,
  referencePrice: MARK,
  priceLimitPpb: 50_000_000,
  index: 'BTC-USDT',
  tierCaps: TIERS.map(({ cap }) => cap),
  tierLeverages: TIERS.map(({ leverageMax }) => leverageMax),
  tierRatesPpb: TIERS.map(({ ratePpb }) => ratePpb),
  fundingIntervalMs: 28_800_000,
  fundingCapPpb: 3_000_000,
  openInterestMax: usdt('100,000,000'),
  impactNotional: usdt('25,000'),
};

const INDEX = { symbol: 'BTC-USDT', decimals: 1, sourceStaleMs: 10_000, staleMs: 15_000, sourcesMin: 3 };
const TEN_MINUTES_MS = 600_000;
const HOUR_MS = 3_600_000;

/** The exchange with nobody in the market yet; its mark is 50,000.0, and its first ten minutes are over. */
export function perpetuals(fields: Partial<ListPerpetualMarket> = {}, openForMs = TEN_MINUTES_MS): Scenario {
  const scenario = new Scenario(new Exchange());
  const listings = [
    { type: 'ListAsset', asset: 'BTC', scale: 8, withdrawalFee: 2n, withdrawalMin: 5n },
    { type: 'ListAsset', asset: 'USDT', scale: 8, withdrawalFee: 10n, withdrawalMin: 100n },
    { type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n, confirmations: 12 },
    { type: 'SetIndexTerms', ...INDEX, reason: 'listed' },
    { ...BTC_PERP, ...fields },
    { type: 'SetPerpetualMarketState', market: PERP, state: 'open' },
  ] as const;
  for (const command of listings) scenario.given(staff(command));
  for (const user of [ALICE, BOB, CAROL]) {
    scenario.given(
      system({ type: 'RegisterMember', user }),
      { actor: ADMIN, command: { type: 'VerifyMember', user } },
      system({ type: 'CreditRecharge', user, asset: 'USDT', amount: FUNDS, reference: `opening/${user}` }),
      fund(user, FUNDS),
    );
  }
  scenario.exchange.now += openForMs;
  return scenario.given(mark(MARK, scenario.exchange.now));
}

export function fund(user: number, amount: bigint): Step {
  const command = { type: 'TransferFunds', user, asset: 'USDT', from: 'spot', to: 'contract', amount } as const;
  return { actor: `user/${user}`, command };
}

/** What all sources show at a time, and so the mark as long as none is decided. */
export function mark(ticks: number, at: number): Step {
  return system({ type: 'PublishIndex', prices: [quotes([ticks, ticks, ticks], at)] });
}

type Options = Partial<
  Pick<PlacePerpetualOrder, 'timeInForce' | 'selfTrade' | 'market' | 'kind' | 'trigger' | 'triggerBy' | Attached>
>;
type Attached = 'takeProfit' | 'takeProfitBy' | 'stopLoss' | 'stopLossBy';
type Amends = Partial<Pick<AmendPerpetualOrder, 'market' | 'price' | 'quantity' | 'trigger' | Attached>>;

export function order(
  user: number,
  act: 'open' | 'close',
  position: PositionSide,
  price: number | null,
  quantity: number,
  options: Options = {},
): Step {
  const command: PlacePerpetualOrder = {
    type: 'PlacePerpetualOrder',
    user,
    market: PERP,
    position,
    act,
    kind: price === null ? 'market' : 'limit',
    timeInForce: price === null ? 'ioc' : 'gtc',
    selfTrade: 'cancel_taker',
    ...(price === null ? {} : { price }),
    quantity,
    ...options,
  };
  return { actor: `user/${user}`, command };
}
export function open(
  user: number,
  position: PositionSide,
  price: number | null,
  lots: number,
  options?: Options,
): Step {
  return order(user, 'open', position, price, lots, options);
}
export function close(
  user: number,
  position: PositionSide,
  price: number | null,
  lots: number,
  options?: Options,
): Step {
  return order(user, 'close', position, price, lots, options);
}
export function amendOf(user: number, order: number, wish: Amends): Step {
  return { actor: `user/${user}`, command: { type: 'AmendPerpetualOrder', user, order, ...wish } };
}
export function stop(
  user: number,
  position: PositionSide,
  kind: PlaceStop['kind'],
  trigger: number,
  options: Partial<Pick<PlaceStop, 'triggerBy' | 'price' | 'quantity'>> = {},
): Step {
  const command = { type: 'PlaceStop', user, market: PERP, position, kind, trigger, triggerBy: 'last' } as const;
  return { actor: `user/${user}`, command: { ...command, ...options } };
}
/** A stop that follows the last price, or the mark. */
export function trailing(
  user: number,
  position: PositionSide,
  callback: Pick<PlaceStop, 'callbackTicks' | 'callbackBp'>,
  options: Partial<Pick<PlaceStop, 'triggerBy' | 'quantity' | 'trigger' | 'price'>> = {},
): Step {
  const command = { type: 'PlaceStop', user, market: PERP, position, kind: 'trailing', triggerBy: 'last' } as const;
  return { actor: `user/${user}`, command: { ...command, ...callback, ...options } };
}
export function reverse(user: number, position: PositionSide): Step {
  return { actor: `user/${user}`, command: { type: 'ReversePosition', user, market: PERP, position } };
}
export function closeAll(user: number, market?: string): Step {
  const command = { type: 'CloseAllPositions', user, ...(market === undefined ? {} : { market }) } as const;
  return { actor: `user/${user}`, command };
}
export function leverage(user: number, times: number): Step {
  return { actor: `user/${user}`, command: { type: 'SetLeverage', user, market: PERP, leverage: times } };
}
export function marginMode(user: number, mode: SetMarginMode['mode'], market = PERP): Step {
  return { actor: `user/${user}`, command: { type: 'SetMarginMode', user, market, mode } };
}
export function positionMode(user: number, mode: SetPositionMode['mode'], market = PERP): Step {
  return { actor: `user/${user}`, command: { type: 'SetPositionMode', user, market, mode } };
}
export function margin(act: AdjustMargin['act'], user: number, position: PositionSide, amount: bigint): Step {
  return { actor: `user/${user}`, command: { type: 'AdjustMargin', user, market: PERP, position, act, amount } };
}
export function perpetualState(state: PerpetualMarketState): Step {
  return staff({ type: 'SetPerpetualMarketState', market: PERP, state });
}
export function changedTerms(fields: Omit<Partial<ChangePerpetualTerms>, 'type'>): Step {
  return staff({ type: 'ChangePerpetualTerms', market: PERP, reason: 'announced', ...fields });
}
export function marketEnd(endsAt: number): Step {
  return staff({ type: 'EndPerpetualMarket', market: PERP, endsAt, reason: 'announced' });
}
export function locked(position: number): Step {
  return staff({ type: 'LockPosition', position, reason: 'inquiry' });
}
export function unlocked(position: number): Step {
  return staff({ type: 'UnlockPosition', position, reason: 'inquiry over' });
}
/** Bob is long and Alice is short, by so many lots at that price. */
export function opened(price: number, lots: number): Step[] {
  return [open(ALICE, 'short', price, lots), open(BOB, 'long', price, lots)];
}

/** A funding hour comes to be decided, with a publication of this price a second before it, or with none for a long time. */
export function fundingHour(
  { exchange }: Scenario,
  ticks: number | null,
  intervalMs = BTC_PERP.fundingIntervalMs,
): void {
  const hour = fundingDue(exchange.now + 1_000, intervalMs);
  if (ticks !== null) {
    exchange.now = hour - 1_000;
    exchange.take(mark(ticks, exchange.now));
  }
  exchange.now = hour;
  // Whatever is asked next pays what is due first; a refusal will do.
  exchange.take(margin('add', ALICE, 'long', 0n));
}

/** Everything that perpetuals do, until the market ends. */
export function everythingOfPerpetuals(): Scenario {
  const scenario = busyPerpetuals();
  const { exchange } = scenario;
  scenario.given(marketEnd(exchange.now + 3 * HOUR_MS));
  scenario.given(staff({ type: 'CallOffPerpetualEnd', market: PERP, reason: 'too early' }));
  scenario.given(marketEnd(exchange.now + HOUR_MS));
  exchange.now += HOUR_MS;
  exchange.take(leverage(CAROL, 4));
  return scenario;
}

/** The same of a market that goes on: positions are left open. */
export function busyPerpetuals(): Scenario {
  const M = MARK;
  const scenario = perpetuals({ fundingIntervalMs: HOUR_MS }).given(
    leverage(BOB, 10),
    marginMode(CAROL, 'cross'),
    marginMode(CAROL, 'isolated'),
    positionMode(CAROL, 'one_way'),
    positionMode(CAROL, 'hedge'),
    // The third fires as soon as somebody trades there, and is out of everybody's way.
    opened(M, 20),
    [open(ALICE, 'short', M + 900, 3, { kind: 'stop_limit', trigger: M + 50, triggerBy: 'last' })],
    amendOf(ALICE, 3, { quantity: 2 }),
    stop(BOB, 'long', 'take_profit', M + 2_000),
    { actor: `user/${BOB}`, command: { type: 'CancelStop', user: BOB, stop: 4 } },
    // Both sides of a market close with either result.
    [open(CAROL, 'long', M - 100, 10), close(BOB, 'long', M - 100, 10)],
    [open(CAROL, 'short', M + 100, 5), close(ALICE, 'short', M + 100, 5)],
    [close(CAROL, 'long', M + 100, 10), open(BOB, 'long', M + 100, 10, { timeInForce: 'ioc' })],
    [margin('add', BOB, 'long', 5n), margin('take', BOB, 'long', 5n)],
    // Larger than what it meets; then it ends, and so does a short's.
    [open(ALICE, 'short', M + 100, 5), open(BOB, 'long', M + 100, 10), by(BOB, cancelAll('BTC-USDT-PERP'))],
    [open(ALICE, 'short', M + 200, 5), by(ALICE, cancelAll('BTC-USDT-PERP'))],
    // A stop is reached, finds nobody and goes on waiting.
    stop(BOB, 'long', 'stop_loss', M + 60),
    // What closes at once takes from what rests.
    [close(BOB, 'long', M + 300, 25), open(CAROL, 'long', M + 50, 5), close(BOB, 'long', null, 5)],
    [open(BOB, 'long', M - 500, 3), open(ALICE, 'short', M + 700, 3)],
    // Opened in two parts: what it brings along grows.
    [open(CAROL, 'long', M + 100, 4, { takeProfit: M + 3_000, takeProfitBy: 'last' })],
    [open(ALICE, 'short', M + 100, 1), open(ALICE, 'short', M + 100, 3)],
    // Turned around.
    [open(ALICE, 'long', M + 100, 18), reverse(CAROL, 'long')],
  );
  fundingHour(scenario, M + 123, HOUR_MS);
  // A lock lasts an hour.
  scenario.exchange.now += HOUR_MS / 2;
  scenario.given(locked(1), locked(2));
  fundingHour(scenario, M + 123, HOUR_MS);
  // What rests of a locked position goes on, whichever way.
  const { exchange } = scenario;
  for (let place = 0; place < 3; place++) exchange.take(later(15_000, mark(M, exchange.now + 15_000)));
  scenario.given(
    open(CAROL, 'long', M + 300, 2, { timeInForce: 'ioc' }),
    open(CAROL, 'short', M - 500, 3, { timeInForce: 'ioc' }),
    open(CAROL, 'long', M + 700, 100, { timeInForce: 'ioc' }),
    unlocked(2),
  );
  scenario.given(changedTerms({ fundingCapPpb: 1 }), leverage(CAROL, 3));
  fundingHour(scenario, null, HOUR_MS);
  return scenario;
}

/** The next publication so much later: often enough, so that nothing was silent; after a minute the mark is the index alone. */
export function moved({ exchange }: Scenario, ticks: number, ms = 10_000): Step {
  const last = exchange.state.perpetual.contracts.get(PERP)?.mark.at ?? 0;
  const at = Math.max(last + ms, exchange.now);
  return later(at - exchange.now, mark(ticks, at));
}
export function quiet(scenario: Scenario, ticks: number): Scenario {
  for (let ms = 0; ms <= 61_000; ms += 10_000) scenario.given(moved(scenario, ticks));
  return scenario;
}

/** What the owners put into the fund, and from when on it counts. */
export function insured(scenario: Scenario, amount: bigint, ticks: number): Scenario {
  scenario.given(
    staff({ type: 'FundHouse', asset: 'USDT', amount, reason: 'capital' }),
    staff({ type: 'FundInsurance', asset: 'USDT', amount, reason: 'fund' }),
    moved(scenario, ticks, 8 * 3_600_000),
  );
  return quiet(scenario, ticks);
}

/** Facts that no command of today leads to. */
export function told({ exchange }: Scenario, events: CoreEvent[]): void {
  const batch: Batch = {
    v: BATCH_VERSION,
    first: exchange.state.position + 1,
    at: exchange.state.at,
    command: { type: 'AdjustMargin' },
    actor: `user/${BOB}`,
    events,
  };
  evolve(exchange.state, batch);
  exchange.batches.push(batch);
  exchange.auditor.follow(batch);
}

/** So many more of the order that was placed last: more than may be placed, as older journals have them. */
export function repeated(scenario: Scenario, count: number): void {
  const { batches, state } = scenario.exchange;
  const placed = batches[batches.length - 1].events.find((event) => event.type === 'PerpetualOrderPlaced');
  if (!placed) throw new Error('no order was placed last');
  const { order, hold } = state.counters;
  const again = Array.from({ length: count }, (_, place) => ({
    ...placed,
    order: order + place,
    entries: placed.entries.map((entry) => ({ ...entry, hold: hold + place })),
  }));
  for (let from = 0; from < count; from += 500) told(scenario, again.slice(from, from + 500));
}

/** All that is available leaves, also what its positions would need. */
export function emptied(scenario: Scenario, user: number): void {
  const { state } = scenario.exchange;
  const amount = availableIn(state.ledger, 'contract', user, 'USDT');
  const [from, to] = (['contract', 'spot'] as const).map((kind) => userAccount(user, kind, 'USDT', 'available'));
  const { transfer } = state.wallet.counters;
  told(scenario, [
    {
      ...{ type: 'FundsTransferred', transfer, user, asset: 'USDT', from: 'contract', to: 'spot', amount },
      entries: [{ kind: 'transfer', debit: from, credit: to, amount }],
    },
  ]);
}

/** A position is left with so much collateral. */
export function drained(scenario: Scenario, user: number, side: PositionSide, left: bigint): CoreEvent {
  const { state } = scenario.exchange;
  const position = state.perpetual.holdings.get(user)?.get(PERP)?.[side];
  const hold = position?.hold ?? 0;
  const amount = (state.holds.get(hold)?.remaining ?? 0n) - left;
  const account = (bucket: 'locked' | 'available') => `${user}/contract/USDT/${bucket}` as const;
  return {
    type: 'MarginAdjusted',
    user,
    market: PERP,
    position: position?.id ?? 0,
    side,
    act: 'take',
    amount,
    entries: [{ kind: 'margin_take', debit: account('locked'), credit: account('available'), amount, hold }],
  };
}

/** Every step of a liquidation: orders in two batches, a cut, a take-over, the fund, others, and a short beside the long. */
export function everythingOfLiquidations(): Scenario {
  const M = MARK;
  const scenario = insured(perpetuals(), usdt('4,000'), M);
  scenario.given(leverage(BOB, 100), leverage(ALICE, 1), opened(M, 1_100));
  scenario.given(open(BOB, 'long', 480_000, 1));
  repeated(scenario, 500);
  quiet(scenario, M).given(open(CAROL, 'long', M - 3_000, 94));
  scenario.given(moved(scenario, M - 3_000));
  // All at once: some is sold above its bankruptcy price, some below it, and the rest is Alice's.
  scenario.given(leverage(CAROL, 1));
  scenario.given(open(CAROL, 'long', M - 4_500, 100), open(CAROL, 'long', M - 6_000, 100));
  scenario.given(moved(scenario, M - 8_000));
  quiet(scenario, M);
  scenario.given(open(BOB, 'short', M, 100), open(ALICE, 'long', M, 100, { timeInForce: 'ioc' }));
  quiet(scenario, M).given(open(CAROL, 'short', M + 4_500, 100));
  return scenario.given(moved(scenario, M + 4_500));
}

/** Neither of two has what the other would win: the owners pay. */
export function alarmed(before: (scenario: Scenario) => void = () => undefined): Scenario {
  const scenario = perpetuals();
  scenario.given(leverage(BOB, 10), opened(MARK + 1_000, 100), open(CAROL, 'long', MARK - 1_000, 1_000));
  scenario.given(open(ALICE, 'short', MARK - 1_000, 1_000, { timeInForce: 'ioc' }));
  quiet(scenario, MARK);
  before(scenario);
  told(scenario, [drained(scenario, BOB, 'long', 1n), drained(scenario, ALICE, 'short', 1n)]);
  return scenario.given(leverage(CAROL, 2));
}
