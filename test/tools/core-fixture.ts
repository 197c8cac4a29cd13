/**
 * A small exchange for tests, built through commands alone, and the words to tell what happened there:
 * `given(rested('sell', 100, 5)).when(buy(100, 3)).then(traded(100, 3))`. Every batch is audited on the way.
 */
import { canonicalLines, restoreState, createState } from '../../server/products/core';
import type {
  Actor,
  ChangeAssetTerms,
  ChangeMarketTerms,
  Command,
  ListMarket,
  SetIndexTerms,
  StopWithdrawals,
  SymbolQuotes,
} from '../../server/core/command';
import type {
  ApplyWithdrawal,
  AssignDepositAddress,
  ObserveRecharge,
} from '../../server/products/wallet/core/commands';
import type { PlaceOrder, QuoteMarket } from '../../server/products/spot/core/commands';
import type { Batch, CoreEvent, EventOf, EventType } from '../../server/core/event';
import { availableIn, balanceOf } from '../../server/core/ledger/ledger';
import { houseAccount, userAccount } from '../../server/core/ledger/entry';
import type { AssetStates, CancelReason, MarketState, Order, OrderSide } from '../../server/core/market/order';
import { isRejection, type Rejection } from '../../server/core/rejection';
import { type CoreState } from '../../server/core/state';
import type { CommandEnvelope, Outcome } from '../../server/engine/port';
import { createStepper, createTaker, takeWhole, type StepperOptions } from '../../server/engine/step';
import { insider } from './insider';
import { forEachOrder } from '../../server/core/market/book';
import type { AccountKind } from '../../shared/rules/account-kinds';
import type { HouseAccount } from '../../shared/rules/entry-kinds';
import type { RejectionCode } from '../../shared/rules/codes';
import { Auditor } from '../simulation/invariants';

export const STARTED_AT = 1_760_000_000_000;
export const ALICE = 10_000_001;
export const BOB = 10_000_002;
export const CAROL = 10_000_003;
/** Registered, neither verified nor rich. */
export const DAVE = 10_000_004;
export const ADMIN: Actor = 'admin/10000009';
/** Another member of staff. */
export const SECOND: Actor = 'admin/10000008';

/** One tick of one lot costs one unit of USDT, one lot is one unit of BTC: figures in tests are what they look like. */
export const BTC_USDT: Omit<ListMarket, 'type'> = {
  market: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.001',
  quantityMin: 1,
  quantityMax: 1_000_000,
  notionalMin: 10n,
  priceLowest: 2,
  priceHighest: 1_000_000,
  makerFeesPpb: [0],
  takerFeesPpb: [0],
  openOrdersMax: 200,
  referencePrice: 100,
  bandPpb: 100_000_000,
};

/** The same with fees: maker 0.1 % and 0.05 %, taker 0.2 % and 0.1 %, and units of which one lot has many. */
export const ETH_USDT: Omit<ListMarket, 'type'> = {
  ...BTC_USDT,
  market: 'ETH-USDT',
  base: 'ETH',
  tick: '0.1',
  lot: '0.01',
  makerFeesPpb: [1_000_000, 500_000],
  takerFeesPpb: [2_000_000, 1_000_000],
};

/** Legal currency, and what values it: a US dollar is 100 units, and so is a USDT of 100,000 units. */
export const USDT_USD: Omit<ListMarket, 'type'> = {
  ...BTC_USDT,
  market: 'USDT-USD',
  base: 'USDT',
  quote: 'USD',
  lot: '1',
};

export const RICH = 1_000_000_000n;

/** The commands that build the exchange, each with its actor. */
export const LISTINGS: readonly CommandEnvelope[] = [
  ...(
    [
      { type: 'ListAsset', asset: 'BTC', scale: 3, withdrawalFee: 2n, withdrawalMin: 5n },
      { type: 'ListAsset', asset: 'ETH', scale: 5, withdrawalFee: 0n, withdrawalMin: 1n },
      { type: 'ListAsset', asset: 'USDT', scale: 5, withdrawalFee: 10n, withdrawalMin: 100n },
      { type: 'ListAsset', asset: 'USD', scale: 2, withdrawalFee: 5n, withdrawalMin: 50n, fiat: 1 },
      { type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 3n, confirmations: 12 },
      { type: 'SetRechargeTerms', asset: 'ETH', chain: 'ETH', minimum: 3n, confirmations: 12 },
      { type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n, confirmations: 12 },
      { type: 'ListMarket', ...BTC_USDT },
      { type: 'ListMarket', ...ETH_USDT },
      { type: 'ListMarket', ...USDT_USD },
      { type: 'SetMarketState', market: 'BTC-USDT', state: 'open' },
      { type: 'SetMarketState', market: 'ETH-USDT', state: 'open' },
      { type: 'SetMarketState', market: 'USDT-USD', state: 'open' },
    ] satisfies Command[]
  ).map((command) => ({ actor: ADMIN, command })),
  ...[ALICE, BOB, CAROL, DAVE].map((user): CommandEnvelope => ({
    actor: 'registrar',
    command: { type: 'RegisterMember', user },
  })),
  ...[ALICE, BOB, CAROL].flatMap((user): CommandEnvelope[] => [
    { actor: ADMIN, command: { type: 'VerifyMember', user } },
    ...['BTC', 'ETH', 'USDT'].map((asset): CommandEnvelope => ({
      actor: 'demo',
      command: { type: 'CreditRecharge', user, asset, amount: RICH, reference: `opening/${user}/${asset}` },
    })),
  ]),
];

/** Something that should say what the ledger says does not. */
export function stoppedBy(fields: Partial<StopWithdrawals> = {}): Step {
  const difference = { comparison: 'stored.balance', subject: `${BOB}/spot/USDT/available`, asset: 'USDT' };
  const command: Command = { type: 'StopWithdrawals', ...difference, expected: 5n, found: 7n, ...fields };
  return { actor: 'sentinel', command };
}

/** The core in the loop that the sequencer runs, with an auditor beside it. */
export class Exchange {
  state: CoreState;
  readonly batches: Batch[] = [];
  readonly auditor = new Auditor();
  now = STARTED_AT;
  private stepper: (envelope: CommandEnvelope) => Outcome;

  constructor(
    state: CoreState = createState(),
    readonly batchBytesMax?: number,
  ) {
    this.state = state;
    this.stepper = this.begin();
  }

  /** Goes on with another memory, as after a restart. */
  restart(state: CoreState): void {
    this.state = state;
    this.stepper = this.begin();
  }

  take(envelope: Step): Outcome {
    this.now += envelope.after ?? 0;
    const outcome = this.stepper(envelope);
    this.now++;
    // With many orders open, now and then is enough: every batch has been followed.
    if (this.state.orders.size < 100 || this.batches.length % 100 === 0) this.auditor.compare(this.state);
    return outcome;
  }

  /** As the sequencer takes a command while what is owed at its time still waits to be paid between two of them. */
  takeEarly(envelope: Step, batchBytesMax = this.batchBytesMax): Outcome {
    this.now += envelope.after ?? 0;
    const stepper = createStepper({ ...this.options(), batchBytesMax });
    stepper.settle('urgent', Infinity);
    const outcome = takeWhole(stepper, envelope);
    this.now++;
    return outcome;
  }

  private begin(): (envelope: CommandEnvelope) => Outcome {
    return createTaker(this.options());
  }

  private options(): StepperOptions {
    return {
      state: this.state,
      clock: () => this.now,
      batchBytesMax: this.batchBytesMax,
      onDraft: ({ batch }) => {
        this.batches.push(batch);
        this.auditor.follow(batch);
      },
    };
  }
}

/** One command on its way, and in `given` what it must have led to. */
export interface Step extends CommandEnvelope {
  /** Milliseconds that go by before it. */
  after?: number;
  expected?: EventType;
}

function act(user: number, command: Command): Step {
  return { actor: `user/${user}`, command };
}

/** The same act by someone else. */
export function by(user: number, step: Step): Step {
  return { ...step, actor: `user/${user}`, command: { ...step.command, user } as Command };
}

/** The same act after so much time. */
export function later(ms: number, step: Step): Step {
  return { ...step, after: ms };
}

/** The same act under a client id. */
export function as(clientId: string, step: Step): Step {
  return { ...step, clientId };
}

export function staff(command: Command): Step {
  return { actor: ADMIN, command };
}
/** Whoever else may: the registrar, a chain, the payouts, the demo, the clock. */
export function system(command: Command): Step {
  return { actor: insider(command), command };
}

type Options = Partial<Pick<PlaceOrder, 'market' | 'timeInForce' | 'selfTrade'>>;

function place(user: number, order: Pick<PlaceOrder, 'side' | 'kind'> & Partial<PlaceOrder>): Step {
  return act(user, {
    type: 'PlaceOrder',
    user,
    market: 'BTC-USDT',
    timeInForce: order.kind === 'limit' || order.kind === 'stop_limit' ? 'gtc' : 'ioc',
    selfTrade: 'cancel_taker',
    ...order,
  });
}

/* Acts: Bob does them unless `by` says otherwise. */

export function limit(side: OrderSide, price: number, quantity: number, options: Options = {}): Step {
  return place(BOB, { side, kind: 'limit', price, quantity, ...options });
}
export function buy(price: number, quantity: number, options?: Options): Step {
  return limit('buy', price, quantity, options);
}
export function sell(price: number, quantity: number, options?: Options): Step {
  return limit('sell', price, quantity, options);
}
export function marketBuy(quantity: number, options: Options = {}): Step {
  return place(BOB, { side: 'buy', kind: 'market', quantity, ...options });
}
export function marketSell(quantity: number, options: Options = {}): Step {
  return place(BOB, { side: 'sell', kind: 'market', quantity, ...options });
}
export function marketBuyFor(quoteAmount: bigint, options: Options = {}): Step {
  return place(BOB, { side: 'buy', kind: 'market', quoteAmount, ...options });
}
export function stopLimit(
  side: OrderSide,
  trigger: number,
  price: number,
  quantity: number,
  options: Options = {},
): Step {
  return place(BOB, { side, kind: 'stop_limit', trigger, price, quantity, ...options });
}
export function stopSell(trigger: number, quantity: number, options: Options = {}): Step {
  return place(BOB, { side: 'sell', kind: 'stop_market', trigger, quantity, ...options });
}
export function stopBuyFor(trigger: number, quoteAmount: bigint, options: Options = {}): Step {
  return place(BOB, { side: 'buy', kind: 'stop_market', trigger, quoteAmount, ...options });
}
export function amend(order: number, totals: { price?: number; quantity?: number; market?: string }): Step {
  return act(BOB, { type: 'AmendOrder', user: BOB, order, ...totals });
}
export function cancel(order: number): Step {
  return act(BOB, { type: 'CancelOrder', user: BOB, order });
}
export function cancelAll(market = 'BTC-USDT'): Step {
  return act(BOB, { type: 'CancelAllOrders', user: BOB, market });
}
/** What Bob's quotes of a market become. */
export function quote({ market = 'BTC-USDT', ...pieces }: Partial<Omit<QuoteMarket, 'type' | 'user'>>): Step {
  return act(BOB, { type: 'QuoteMarket', user: BOB, market, cancels: [], amends: [], places: [], ...pieces });
}
/** A coin to an address of Bob's on its chain, dollars to his card. */
export function withdraw(asset: string, amount: bigint, fields: Partial<ApplyWithdrawal> = {}): Step {
  return act(BOB, { type: 'ApplyWithdrawal', user: BOB, asset, amount, ...destinationOf(asset), ...fields });
}
export function destinationOf(asset: string): Pick<ApplyWithdrawal, 'chain' | 'address' | 'card'> {
  if (asset === 'USD') return { card: 1 };
  return { chain: asset === 'USDT' ? 'ERC20' : asset, address: 'address' };
}
export function approve(withdrawal = 1, actor: Actor = ADMIN): Step {
  return { actor, command: { type: 'ApproveWithdrawal', withdrawal } };
}
export function startPayout(withdrawal = 1): Step {
  return system({ type: 'StartPayout', withdrawal });
}
export function submitPayout(withdrawal = 1, key = `withdrawal/${withdrawal}`): Step {
  return system({ type: 'SubmitPayout', withdrawal, key });
}
export function failPayout(withdrawal = 1, key = `withdrawal/${withdrawal}`): Step {
  return system({ type: 'FailPayout', withdrawal, key, reason: 'its block left the chain' });
}
export function pay(withdrawal = 1, reference = `tx-${withdrawal}`): Step {
  return staff({ type: 'PayWithdrawal', withdrawal, reference });
}
/** Everything that a withdrawal below the limit of reviews goes through. */
export function payOut(withdrawal = 1): Step[] {
  return [approve(withdrawal), startPayout(withdrawal), pay(withdrawal)];
}
export function turnDown(withdrawal = 1, actor: Actor = ADMIN, reason = 'address'): Step {
  return { actor, command: { type: 'RejectWithdrawal', withdrawal, reason } };
}
export function transfer(asset: string, from: AccountKind, to: AccountKind, amount: bigint): Step {
  return act(BOB, { type: 'TransferFunds', user: BOB, asset, from, to, amount });
}
/** A payment of USDT to Bob as a chain shows it. */
export function observe(confirmations: number, fields: Partial<ObserveRecharge> = {}): Step {
  const payment = { user: BOB, asset: 'USDT', chain: 'ERC20', reference: 'ERC20/0xabc/0', amount: 500n };
  return system({ type: 'ObserveRecharge', ...payment, address: '0xb0b', confirmations, ...fields });
}
/** The address on Ethereum with this number, for Bob. */
export function assignAddress(index: number, fields: Partial<AssignDepositAddress> = {}): Step {
  const place = { user: BOB, chain: 'ERC20', index, address: `0x${index}` };
  return system({ type: 'AssignDepositAddress', ...place, ...fields });
}
export function retract(reference = 'ERC20/0xabc/0'): Step {
  return system({ type: 'RetractRecharge', reference });
}
export function finalize(reference = 'ERC20/0xabc/0'): Step {
  return system({ type: 'FinalizeRecharge', reference });
}
export function revert(reference = 'ERC20/0xabc/0'): Step {
  return system({ type: 'RevertRecharge', reference, reason: 'gone' });
}
/** Terms of a symbol under which publications of these words are fresh. */
export function indexTerms(fields: Partial<SetIndexTerms> = {}): Step {
  const terms = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 5_000, staleMs: 10_000, sourcesMin: 2 };
  return staff({ type: 'SetIndexTerms', ...terms, reason: 'listed', ...fields });
}
/** What sources `a`, `b`, `c`… show, at a time that the fixture's clock has passed unless it is given. */
export function publish(prices: readonly number[], at = STARTED_AT, symbol = 'BTC-USDT'): Step {
  return system({ type: 'PublishIndex', prices: [quotes(prices, at, symbol)] });
}
export function quotes(prices: readonly number[], at = STARTED_AT, symbol = 'BTC-USDT'): SymbolQuotes {
  return { symbol, sources: prices.map((price, index) => ({ source: String.fromCharCode(97 + index), price, at })) };
}
export function seedHash(day: number, hash = 'ab'.repeat(32)): Step {
  return system({ type: 'PublishSeed', day, hash });
}
export function seed(day: number, text = 'seed'): Step {
  return system({ type: 'RevealSeed', day, seed: text });
}
/** In the memory of the next process. */
export function restarted(scenario: Scenario): Scenario {
  scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
  return scenario;
}
/** Legal currency by staff, coins by the system: their chains alone bring them otherwise. */
export function credit(asset: string, amount: bigint, reference: string, user = BOB): Step {
  const command: Command = { type: 'CreditRecharge', user, asset, amount, reference };
  return asset === 'USD' ? staff(command) : system(command);
}
export function cancelWithdrawal(withdrawal: number): Step {
  return act(BOB, { type: 'CancelWithdrawal', user: BOB, withdrawal });
}
/** Bob is left with this much of an asset: the rest is frozen by staff. */
export function poor(asset: string, left: bigint): Step {
  return staff({ type: 'FreezeFunds', user: BOB, asset, amount: RICH - left, reason: 'to be poor' });
}
export function marketState(state: MarketState, market = 'BTC-USDT'): Step {
  return staff({ type: 'SetMarketState', market, state });
}
export function marketTerms(fields: Omit<Partial<ChangeMarketTerms>, 'type'>): Step {
  return staff({ type: 'ChangeMarketTerms', market: 'BTC-USDT', reason: 'announced', ...fields });
}
export function assetTerms(asset: string, fields: Omit<Partial<ChangeAssetTerms>, 'type' | 'asset'>): Step {
  return staff({ type: 'ChangeAssetTerms', asset, reason: 'announced', ...fields });
}
/** Open in every way but these. */
export function assetState(asset: string, states: Partial<AssetStates> = {}): Step {
  const open: AssetStates = { trading: 'open', deposits: 'open', withdrawals: 'open' };
  return staff({ type: 'SetAssetState', asset, ...open, ...states, reason: 'upgrade of its chain' });
}
export function accountFrozen(user = BOB): Step {
  return staff({ type: 'FreezeAccount', user, reason: 'review' });
}
export function accountUnfrozen(user = BOB): Step {
  return staff({ type: 'UnfreezeAccount', user, reason: 'reviewed' });
}

/* Facts: Alice's orders, which must have come to rest or wait. */

export function rested(side: OrderSide, price: number, quantity: number, options: Options = {}): Step {
  return { ...place(ALICE, { side, kind: 'limit', price, quantity, ...options }), expected: 'OrderPlaced' };
}
/** A trade at this price sets the last price; Carol and Alice leave nothing behind. */
export function lastPrice(price: number, market = 'BTC-USDT'): Step[] {
  return [by(CAROL, sell(price, 10, { market })), by(ALICE, buy(price, 10, { market }))];
}

/* What came of it. */

type Expected =
  { event: Partial<CoreEvent> & { type: EventType } } | { check: (exchange: Exchange, seen: Seen) => void };

interface Seen {
  outcomes: Outcome[];
  events: CoreEvent[];
  batches: Batch[];
}

function happened<T extends EventType>(type: T, facts: Partial<EventOf<T>>): Expected {
  return { event: { type, ...facts } as Partial<CoreEvent> & { type: EventType } };
}

export function traded(price: number, quantity: number, facts: Partial<EventOf<'TradeExecuted'>> = {}): Expected {
  return happened('TradeExecuted', { price, quantity, ...facts });
}
/** What is left of a taker joins the book. */
export function joined(price: number, quantity: number): Expected {
  return happened('OrderRested', { price, quantity });
}
export function placed(disposition: EventOf<'OrderPlaced'>['disposition']): Expected {
  return happened('OrderPlaced', { disposition });
}
export function cancelled(order: number, reason: CancelReason, open?: number): Expected {
  return happened('OrderCancelled', open === undefined ? { order, reason } : { order, reason, open });
}
export function triggered(order: number, disposition: EventOf<'OrderTriggered'>['disposition'] = 'takes'): Expected {
  return happened('OrderTriggered', { order, disposition });
}
export function amended(
  order: number,
  disposition: EventOf<'OrderAmended'>['disposition'],
  facts: Partial<EventOf<'OrderAmended'>> = {},
): Expected {
  return happened('OrderAmended', { order, disposition, ...facts });
}
export function occurred<T extends EventType>(type: T, facts: Partial<EventOf<T>> = {}): Expected {
  return happened(type, facts);
}

/** The last act was refused, with these facts when given, and nothing came of it. */
export function refused(code: RejectionCode, facts?: Rejection['facts']): Expected {
  return {
    check: (_, { outcomes }) => {
      const last = outcomes[outcomes.length - 1];
      expect(last).toEqual(facts ? { rejected: code, facts } : expect.objectContaining({ rejected: code }));
    },
  };
}
export function repeated(): Expected {
  return { check: (_, { outcomes }) => expect(outcomes[outcomes.length - 1]).toMatchObject({ repeated: true }) };
}
export function available(user: number, asset: string, amount: bigint, account: AccountKind = 'spot'): Expected {
  return {
    check: ({ state }) => expect([asset, availableIn(state.ledger, account, user, asset)]).toEqual([asset, amount]),
  };
}
export function frozen(user: number, asset: string, amount: bigint, account: AccountKind = 'spot'): Expected {
  return {
    check: ({ state }) =>
      expect([asset, balanceOf(state.ledger, userAccount(user, account, asset, 'frozen'))]).toEqual([asset, amount]),
  };
}
export function house(name: HouseAccount, asset: string, amount: bigint): Expected {
  return {
    check: ({ state }) => expect([name, balanceOf(state.ledger, houseAccount(name, asset))]).toEqual([name, amount]),
  };
}
/** The side of the book from the best price on: order, price and lots of each. */
export function book(side: OrderSide, ...orders: [order: number, price: number, lots: number][]): Expected {
  return {
    check: ({ state }) => {
      const real: [number, number, number][] = [];
      const { book: view } = state.markets.get('BTC-USDT')!;
      forEachOrder(view, side, (order, _, ticks, lots) => real.push([order, ticks, lots]));
      expect(real).toEqual(orders);
    },
  };
}
export function open(order: number, facts: Partial<Order> = {}): Expected {
  return { check: ({ state }) => expect(state.orders.get(order)).toMatchObject(facts) };
}
export function closed(...orders: number[]): Expected {
  return { check: ({ state }) => expect(orders.filter((order) => state.orders.has(order))).toEqual([]) };
}
/** Anything else, in the reader's own words. */
export function that(check: (exchange: Exchange, seen: Seen) => void): Expected {
  return { check };
}

export class Scenario {
  private seen: Seen = { outcomes: [], events: [], batches: [] };

  constructor(readonly exchange: Exchange) {}

  /** What is so before: every step must be accepted. */
  given(...steps: (Step | Step[])[]): this {
    for (const step of steps.flat()) {
      const outcome = this.exchange.take(step);
      if (isRejection(outcome)) throw new Error(`given ${step.command.type}: ${outcome.rejected}`);
      const [first] = this.exchange.batches[this.exchange.batches.length - 1].events;
      if (step.expected) expect(first.type).toBe(step.expected);
    }
    return this;
  }

  when(...steps: (Step | Step[])[]): this {
    const before = this.exchange.batches.length;
    const outcomes = steps.flat().map((step) => this.exchange.take(step));
    const batches = this.exchange.batches.slice(before);
    this.seen = { outcomes, batches, events: batches.flatMap((batch) => batch.events) };
    return this;
  }

  /** What events there were, all of them and in this order (the placing itself may be left out), and what is so now. */
  then(...expected: Expected[]): this {
    const events = expected.flatMap((one) => ('event' in one ? [one.event] : []));
    const withPlacing = events.some((event) => event.type === 'OrderPlaced');
    const seen = this.seen.events.filter((event) => withPlacing || event.type !== 'OrderPlaced');
    expect(seen.map((event) => event.type)).toEqual(events.map((event) => event.type));
    expect(seen).toMatchObject(events);
    for (const one of expected) if ('check' in one) one.check(this.exchange, this.seen);
    if (expected.some((one) => 'check' in one) && this.seen.outcomes.every(isRejected))
      // What was due beforehand may have happened on the way.
      expect(this.seen.batches.filter(({ actor }) => actor !== 'clock')).toEqual([]);
    return this;
  }
}

function isRejected(outcome: Outcome): boolean {
  return isRejection(outcome);
}

/** An exchange that is listed, opened and funded, with what is given. Order ids count from 1 in order of placing. */
export function given(...steps: (Step | Step[])[]): Scenario {
  const exchange = new Exchange();
  for (const listing of LISTINGS) {
    const outcome = exchange.take(listing);
    if (isRejection(outcome)) throw new Error(`listing ${listing.command.type}: ${outcome.rejected}`);
  }
  return new Scenario(exchange).given(...steps);
}

/** An exchange where nothing has happened yet. */
export function nothing(): Scenario {
  return new Scenario(new Exchange());
}
