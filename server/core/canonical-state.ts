/**
 * The state as lines of text, one record a line, in an order that depends on nothing but the state: assets and markets as
 * they were listed, which is how screens show them, other maps by key, books by price then arrival. The state hash is the SHA-256 of these lines, each followed by a line feed (hashing is the engine's); a
 * snapshot is these lines. What can be derived (books' internals, constants of a market) is not among them.
 */
import type { AccountKind } from '../../shared/rules/account-kinds';
import type { CommandType, MarketTerms } from './command';
import type { AccountName } from './ledger/entry';
import { accountNamed } from './ledger/ledger';
import type { HoldReason } from './ledger/hold';
import { addOrder, forEachOrder, type Book } from './market/book';
import { createMarket, type Market } from './market/market';
import type { MarketState, Order, OrderKind, OrderSide, SelfTrade, TimeInForce } from './market/order';
import { createMember } from './member/member';
import { createMemory, rememberLasting } from './member/memory';
import { broken } from './rejection';
import { createState, noteFrozenTrader, type CoreState, type Counters, type HighestIds, type Reached } from './state';
import { ownerKey, placeKey } from './wallet/deposit-address';
import { termsKey, type Recharge } from './wallet/recharge';
import type { Withdrawal } from './wallet/withdrawal';

/** A record is a tuple that begins with what it is: names of fields would double the size of a large state. */
type Line =
  | [is: 'core', position: number, at: number, counters: Counters, reached: Reached[], highest: HighestIds]
  | [is: 'asset', asset: string, scale: number, withdrawalFee: string, withdrawalMin: string, isFiat: boolean]
  | [
      is: 'market',
      terms: Omit<MarketTerms, 'notionalMin'> & { notionalMin: string },
      state: MarketState,
      lastPrice: number,
    ]
  | MemberLine
  | [is: 'account', name: AccountName, balance: string]
  | [is: 'hold', id: number, reason: HoldReason, user: number, account: AccountKind, asset: string, remaining: string]
  | WithdrawalLine
  | [is: 'review', secondApprovalAbove: string]
  | [is: 'paid', reference: string]
  | [is: 'deposit', chain: string, index: number, user: number, address: string]
  | [is: 'terms', asset: string, chain: string, minimum: string, confirmations: number]
  | RechargeLine
  /** A recharge that has ended, whichever way. */
  | [is: 'received', reference: string]
  | OrderLine
  /** Order ids by priority; ids alone, since price and quantity stand with the order. */
  | [is: 'book' | 'triggers', market: string, side: OrderSide, orders: number[]]
  | [is: 'memory', user: number, next: number, commands: CommandTuple[], recent: string[], kept: [number, string][]]
  /** In the order in which they are forgotten. */
  | [is: 'lasting', at: number, user: number, type: CommandType, ...command: CommandTuple];

type MemberLine = [
  is: 'member',
  user: number,
  verified: boolean,
  frozen: boolean,
  feeTier: number,
  day: number,
  value: string,
  registration: string | null,
];

type WithdrawalLine = [
  is: 'withdrawal',
  id: number,
  user: number,
  asset: string,
  amount: string,
  fee: string,
  hold: number,
  status: Withdrawal['status'],
  value: string | null,
  day: number | null,
  secondApprovalAbove: string,
  approvals: number[],
  proposedBy: number | null,
];

type RechargeLine = [
  is: 'recharge',
  id: number,
  user: number,
  asset: string,
  chain: string,
  reference: string,
  address: string | null,
  amount: string,
  dust: string | null,
  confirmations: number,
  needed: number,
  isRetracted: boolean,
];

type OrderLine = [
  is: 'order',
  id: number,
  user: number,
  market: string,
  side: OrderSide,
  kind: OrderKind,
  timeInForce: TimeInForce,
  selfTrade: SelfTrade,
  phase: Order['phase'],
  price: number,
  quantity: number,
  filledQuantity: number,
  quoteAmount: string,
  filledQuote: string,
  trigger: number,
  clientId: string | null,
  hold: number | null,
];

type CommandTuple = [clientId: string, digest: string, position: number, id: number | null];

/** The canonical lines of a state, without line feeds. Yields lazily: a large state never stands in memory twice. */
export function* canonicalLines(state: CoreState): Generator<string> {
  for (const line of linesOf(state)) yield JSON.stringify(line);
}

function* linesOf(state: CoreState): Generator<Line> {
  const { order, trade, hold, withdrawal, recharge, transfer } = state.counters;
  const counters: Counters = { order, trade, hold, withdrawal, recharge, transfer };
  const highest: HighestIds = { user: state.highest.user, card: state.highest.card };
  yield ['core', state.position, state.at, counters, state.reached, highest];
  for (const { asset, scale, withdrawalFee, withdrawalMin, isFiat } of state.assets.values()) {
    yield ['asset', asset, scale, `${withdrawalFee}`, `${withdrawalMin}`, isFiat];
  }
  for (const market of state.markets.values()) yield marketLine(market);
  for (const [user, { verified, frozen, feeTier, withdrawn, registration }] of sorted(state.members))
    yield ['member', user, verified, frozen, feeTier, withdrawn.day, `${withdrawn.value}`, registration];
  for (const [name, account] of sorted(state.ledger.accounts)) yield ['account', name, `${account.balance}`];
  for (const [id, { reason, user, account, asset, remaining }] of sorted(state.holds)) {
    yield ['hold', id, reason, user, account, asset, `${remaining}`];
  }
  yield* walletLines(state);
  for (const [, open] of sorted(state.orders)) yield orderLine(open);
  for (const [name, market] of state.markets) {
    for (const side of ['buy', 'sell'] as const) {
      yield ['book', name, side, idsOf(market.book, side)];
      yield ['triggers', name, side, idsOf(market.triggers, side)];
    }
  }
  for (const [user, memory] of sorted(state.memories)) {
    const commands = sorted(memory.byClientId).map(([, { clientId, digest, position, id }]): CommandTuple => {
      return [clientId, digest, position, id];
    });
    yield ['memory', user, memory.next, commands, memory.recent, sorted(memory.kept)];
  }
  const { queue, first } = state.lasting;
  for (let index = first; index < queue.length; index++) {
    const { at, owner, type, clientId, digest, position, id } = queue[index];
    yield ['lasting', at, owner, type, clientId, digest, position, id];
  }
}

function* walletLines(state: CoreState): Generator<Line> {
  for (const [, open] of sorted(state.withdrawals)) yield withdrawalLine(open);
  yield ['review', `${state.secondApprovalAbove}`];
  for (const reference of [...state.payoutReferences].sort()) yield ['paid', reference];
  for (const [, { chain, index, user, address }] of sorted(state.depositAddresses)) {
    yield ['deposit', chain, index, user, address];
  }
  for (const [, { asset, chain, minimum, confirmations }] of sorted(state.rechargeTerms)) {
    yield ['terms', asset, chain, `${minimum}`, confirmations];
  }
  for (const [, open] of sorted(state.recharges)) yield rechargeLine(open);
  for (const [reference, open] of sorted(state.rechargeReferences)) {
    if (open === 0) yield ['received', reference];
  }
}

function withdrawalLine({
  id,
  user,
  asset,
  amount,
  fee,
  hold,
  status,
  value,
  day,
  secondApprovalAbove,
  approvals,
  proposedBy,
}: Withdrawal): WithdrawalLine {
  const worth = value === null ? null : `${value}`;
  const facts = [id, user, asset, `${amount}`, `${fee}`, hold, status, worth, day] as const;
  return ['withdrawal', ...facts, `${secondApprovalAbove}`, approvals, proposedBy];
}

function rechargeLine(recharge: Recharge): RechargeLine {
  const { id, user, asset, chain, reference, address, amount, dust, confirmations, needed, isRetracted } = recharge;
  const facts = [id, user, asset, chain, reference, address, `${amount}`, dust, confirmations, needed] as const;
  return ['recharge', ...facts, isRetracted];
}

function sorted<K extends number | string, V>(map: Map<K, V>): [K, V][] {
  // Not localeCompare: the order of code units is the same everywhere.
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function marketLine({ terms, state, lastPrice }: Market): Line {
  const { market, base, quote, tick, lot, quantityMin, quantityMax, notionalMin, priceLowest, priceHighest } = terms;
  const { makerFeesPpb, takerFeesPpb, openOrdersMax, referencePrice, bandPpb } = terms;
  return [
    'market',
    {
      market,
      base,
      quote,
      tick,
      lot,
      quantityMin,
      quantityMax,
      notionalMin: `${notionalMin}`,
      priceLowest,
      priceHighest,
      makerFeesPpb,
      takerFeesPpb,
      openOrdersMax,
      referencePrice,
      bandPpb,
    },
    state,
    lastPrice,
  ];
}

function orderLine(order: Order): OrderLine {
  return [
    'order',
    order.id,
    order.user,
    order.market,
    order.side,
    order.kind,
    order.timeInForce,
    order.selfTrade,
    order.phase,
    order.price,
    order.quantity,
    order.filledQuantity,
    `${order.quoteAmount}`,
    `${order.filledQuote}`,
    order.trigger,
    order.clientId,
    order.hold?.id ?? null,
  ];
}

function idsOf(book: Book, side: OrderSide): number[] {
  const ids: number[] = [];
  forEachOrder(book, side, (order) => ids.push(order));
  return ids;
}

/** The state that canonical lines describe: `canonicalLines(restoreState(lines))` gives the same lines. */
export function restoreState(lines: Iterable<string>): CoreState {
  const state = createState();
  for (const text of lines) restoreLine(state, JSON.parse(text) as Line);
  return state;
}

function restoreLine(state: CoreState, line: Line): void {
  switch (line[0]) {
    case 'core':
      [, state.position, state.at, state.counters, state.reached, state.highest] = line;
      return;
    case 'asset': {
      const [, asset, scale, withdrawalFee, withdrawalMin, isFiat] = line;
      state.assets.set(asset, {
        asset,
        scale,
        withdrawalFee: BigInt(withdrawalFee),
        withdrawalMin: BigInt(withdrawalMin),
        isFiat,
      });
      return;
    }
    case 'market': {
      const terms = { ...line[1], notionalMin: BigInt(line[1].notionalMin) };
      const market = createMarket(terms, known(state.assets, terms.base), known(state.assets, terms.quote));
      market.state = line[2];
      market.lastPrice = line[3];
      state.markets.set(terms.market, market);
      return;
    }
    case 'member': {
      const [, user, verified, frozen, feeTier, day, value, registration] = line;
      const member = createMember(user, registration);
      member.verified = verified;
      member.frozen = frozen;
      member.feeTier = feeTier;
      member.withdrawn = { day, value: BigInt(value) };
      state.members.set(user, member);
      return;
    }
    case 'account':
      accountNamed(state.ledger, line[1]).balance = BigInt(line[2]);
      return;
    case 'hold': {
      const [, id, reason, user, account, asset, remaining] = line;
      state.holds.set(id, { id, reason, user, account, asset, remaining: BigInt(remaining) });
      return;
    }
    case 'withdrawal':
      restoreWithdrawal(state, line);
      return;
    case 'review':
      state.secondApprovalAbove = BigInt(line[1]);
      return;
    case 'paid':
      state.payoutReferences.add(line[1]);
      return;
    case 'deposit': {
      const [, chain, index, user, address] = line;
      state.depositAddresses.set(placeKey(chain, index), { user, chain, index, address });
      state.depositIndexes.set(ownerKey(chain, user), index);
      return;
    }
    case 'terms': {
      const [, asset, chain, minimum, confirmations] = line;
      state.rechargeTerms.set(termsKey(asset, chain), { asset, chain, minimum: BigInt(minimum), confirmations });
      return;
    }
    case 'recharge':
      restoreRecharge(state, line);
      return;
    case 'received':
      state.rechargeReferences.set(line[1], 0);
      return;
    case 'order':
      restoreOrder(state, line);
      return;
    case 'book': {
      const [, name, side, ids] = line;
      const { book } = known(state.markets, name);
      for (const id of ids) {
        const { user, price, quantity, filledQuantity } = known(state.orders, id);
        addOrder(book, side, id, user, price, quantity - filledQuantity);
      }
      return;
    }
    case 'triggers': {
      const [, name, side, ids] = line;
      const { triggers } = known(state.markets, name);
      for (const id of ids) {
        const { user, trigger } = known(state.orders, id);
        addOrder(triggers, side, id, user, trigger, 1);
      }
      return;
    }
    case 'memory': {
      const [, user, next, commands, recent, kept] = line;
      const memory = createMemory();
      for (const [clientId, digest, position, id] of commands)
        memory.byClientId.set(clientId, { clientId, digest, position, id });
      memory.recent = recent;
      memory.next = next;
      memory.kept = new Map(kept);
      state.memories.set(user, memory);
      return;
    }
    case 'lasting': {
      const [, at, owner, type, clientId, digest, position, id] = line;
      rememberLasting(state.lasting, { at, owner, type, clientId, digest, position, id });
      return;
    }
  }
}

function restoreWithdrawal(state: CoreState, line: WithdrawalLine): void {
  const [, id, user, asset, amount, fee, hold, status, value, day, secondApprovalAbove, approvals, proposedBy] = line;
  state.withdrawals.set(id, {
    id,
    user,
    asset,
    amount: BigInt(amount),
    fee: BigInt(fee),
    hold,
    status,
    value: value === null ? null : BigInt(value),
    day,
    secondApprovalAbove: BigInt(secondApprovalAbove),
    approvals,
    proposedBy,
  });
}

function restoreRecharge(state: CoreState, line: RechargeLine): void {
  const [, id, user, asset, chain, reference, address, amount, dust, confirmations, needed, isRetracted] = line;
  const facts = { id, user, asset, chain, reference, address, amount: BigInt(amount), dust, confirmations, needed };
  state.recharges.set(id, { ...facts, isRetracted });
  state.rechargeReferences.set(reference, id);
}

function restoreOrder(state: CoreState, line: OrderLine): void {
  const hold = line[16];
  const order: Order = {
    id: line[1],
    user: line[2],
    market: line[3],
    side: line[4],
    kind: line[5],
    timeInForce: line[6],
    selfTrade: line[7],
    phase: line[8],
    price: line[9],
    quantity: line[10],
    filledQuantity: line[11],
    quoteAmount: BigInt(line[12]),
    filledQuote: BigInt(line[13]),
    trigger: line[14],
    hold: hold === null ? null : known(state.holds, hold),
    clientId: line[15],
  };
  state.orders.set(order.id, order);
  // Orders come by id, which is the order of placing.
  const member = known(state.members, order.user);
  const open = member.openOrders.get(order.market);
  if (open) open.add(order.id);
  else member.openOrders.set(order.market, new Set([order.id]));
  if (member.frozen) noteFrozenTrader(state, member);
}

function known<K, V>(map: Map<K, V>, key: K): V {
  return map.get(key) ?? broken(`${String(key)} is unknown`);
}
