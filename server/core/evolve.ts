/**
 * Folds a batch into the state, in place. Never refuses: an event is a fact; what contradicts the state is a crash.
 */
import type { Batch, CoreEvent, EventOf, EventType } from './event';
import { positionOf } from './event';
import { actorId } from './command';
import type { Entry } from './ledger/entry';
import { post } from './ledger/ledger';
import { addOrder, bestTicks, firstSlot, hasOrder, reduceOrder, removeOrder, slotOrder } from './market/book';
import { createMarket, latestPrice, notionalOf, type Market } from './market/market';
import type { Order } from './market/order';
import { createMember } from './member/member';
import { isLasting, isStillOpen } from './member/lasting';
import { createMemory, forgetLasting, forgetOrder, remember, rememberLasting } from './member/memory';
import { broken, invariant } from './rejection';
import { noteFrozenTrader, type CoreState } from './state';
import { ownerKey, placeKey } from './wallet/deposit-address';
import { termsKey } from './wallet/recharge';
import type { Withdrawal } from './wallet/withdrawal';

type Evolver<T extends EventType> = (state: CoreState, event: EventOf<T>, batch: Batch) => void;

const EVOLVERS: { [T in EventType]: Evolver<T> } = {
  AssetListed: (state, { asset, scale, withdrawalFee, withdrawalMin, fiat }) => {
    state.assets.set(asset, { asset, scale, withdrawalFee, withdrawalMin, isFiat: fiat === 1 });
  },
  MarketListed: (state, { type: _, ...terms }) => {
    state.markets.set(
      terms.market,
      createMarket(terms, known(state.assets, terms.base), known(state.assets, terms.quote)),
    );
  },
  MarketStateChanged: (state, event) => {
    known(state.markets, event.market).state = event.state;
  },
  MemberRegistered: (state, { user, registration }) => {
    state.members.set(user, createMember(user, registration ?? null));
    nameUser(state, user);
  },
  MemberVerified: (state, { user }) => {
    known(state.members, user).verified = true;
  },
  AccountFrozen: (state, { user }) => {
    setFrozen(state, user, true);
  },
  AccountUnfrozen: (state, { user }) => {
    setFrozen(state, user, false);
  },
  FeeTierAssigned: (state, { user, tier }) => {
    known(state.members, user).feeTier = tier;
  },
  FundsTransferred: (state, event) => {
    postAll(state, event.entries);
    state.counters.transfer = event.transfer + 1;
  },
  RechargeTermsSet: (state, { type: _, ...terms }) => {
    state.rechargeTerms.set(termsKey(terms.asset, terms.chain), terms);
  },
  DepositAddressAssigned: (state, { type: _, ...given }) => {
    const place = placeKey(given.chain, given.index);
    if (state.depositAddresses.has(place)) broken(`address ${place} is given out twice`);
    state.depositAddresses.set(place, given);
    state.depositIndexes.set(ownerKey(given.chain, given.user), given.index);
  },
  RechargeSeen: seeRecharge,
  RechargeConfirmed: (state, { recharge, confirmations }) => {
    known(state.recharges, recharge).confirmations = confirmations;
  },
  RechargeRetracted: (state, { recharge: id }) => {
    const recharge = known(state.recharges, id);
    recharge.isRetracted = true;
    recharge.confirmations = 0;
  },
  RechargeFailed: (state, { recharge }) => {
    endRecharge(state, known(state.recharges, recharge).reference);
  },
  RechargeCredited: (state, { recharge, reference, entries }) => {
    postAll(state, entries);
    if (recharge !== undefined) countRecharge(state, recharge);
    endRecharge(state, reference);
  },
  WithdrawalApplied: applyWithdrawal,
  WithdrawalReviewSet: (state, { secondApprovalAbove }) => {
    state.secondApprovalAbove = secondApprovalAbove;
  },
  WithdrawalApproved: (state, { withdrawal: id, by, complete }) => {
    const withdrawal = known(state.withdrawals, id);
    withdrawal.approvals.push(by);
    if (complete === 1) withdrawal.status = 'approved';
  },
  PayoutStarted: (state, { withdrawal: id }) => {
    const withdrawal = known(state.withdrawals, id);
    withdrawal.status = 'paying';
    // Who stated before it that nothing was sent knew nothing of it.
    withdrawal.proposedBy = null;
  },
  RejectionProposed: (state, { withdrawal, by }) => {
    known(state.withdrawals, withdrawal).proposedBy = by;
  },
  WithdrawalPaid: (state, event) => {
    endWithdrawal(state, event);
    state.payoutReferences.add(event.reference);
  },
  WithdrawalRejected: giveBackWithdrawal,
  WithdrawalCancelled: giveBackWithdrawal,
  FundsFrozen: (state, event) => postAll(state, event.entries),
  FundsUnfrozen: (state, event) => postAll(state, event.entries),
  HouseFunded: (state, event) => postAll(state, event.entries),
  OrderPlaced: placeOrder,
  OrderTriggered: triggerOrder,
  OrderRested: (state, { order: id, quantity }) => {
    const order = known(state.orders, id);
    if (order.quantity - order.filledQuantity !== quantity) broken(`order ${id} rests with what is open`);
    rest(known(state.markets, order.market), order);
  },
  TradeExecuted: executeTrade,
  OrderAmended: amendOrder,
  OrderCancelled: (state, { order: id, entries }) => {
    const order = known(state.orders, id);
    leaveBook(state, order);
    postAll(state, entries);
    close(state, order);
  },
};

/** Folds one whole batch: its events in order, then the client id that made it. */
export function evolve(state: CoreState, batch: Batch): void {
  if (batch.first !== state.position + 1) broken(`batch at ${batch.first} follows ${state.position}`);
  invariant(batch.events.length > 0, 'a batch has events');
  invariant(batch.at >= state.at, 'time does not run backwards');
  for (const event of batch.events) evolveEvent(state, event, batch);
  state.position = positionOf(batch);
  state.at = batch.at;
  forgetLasting(state.lasting, batch.at, (command) => isStillOpen(state, command));
  rememberCommand(state, batch);
}

function evolveEvent(state: CoreState, event: CoreEvent, batch: Batch): void {
  const evolver = EVOLVERS[event.type] as (state: CoreState, event: CoreEvent, batch: Batch) => void;
  evolver(state, event, batch);
}

/** What a batch made, named by its first event: an order, a withdrawal, a hold, a transfer or a recharge. */
export function madeBy(batch: Pick<Batch, 'events'>): number | null {
  const event = batch.events[0];
  if (event.type === 'OrderPlaced' || event.type === 'OrderAmended') return event.order;
  if (event.type === 'WithdrawalApplied') return event.withdrawal;
  if (event.type === 'FundsTransferred') return event.transfer;
  if (event.type === 'RechargeSeen' || event.type === 'RechargeCredited') return event.recharge ?? null;
  return event.type === 'FundsFrozen' ? event.hold : null;
}

function rememberCommand(state: CoreState, batch: Batch): void {
  const { clientId, digest, type } = batch.command;
  const owner = actorId(batch.actor);
  if (owner !== null) nameUser(state, owner);
  if (clientId === undefined || digest === undefined || owner === null) return;
  let memory = state.memories.get(owner);
  if (!memory) {
    memory = createMemory();
    state.memories.set(owner, memory);
  }
  const { position } = state;
  const id = madeBy(batch);
  remember(memory, { clientId, digest, position, id }, (order, of) => {
    // A withdrawal or hold may have the number of somebody else's order.
    const open = state.orders.get(order);
    return open?.user === owner && open.clientId === of;
  });
  if (!isLasting(type, batch.actor)) return;
  rememberLasting(state.lasting, { clientId, digest, position, id, type, owner, at: batch.at });
}

function setFrozen(state: CoreState, user: number, frozen: boolean): void {
  const member = known(state.members, user);
  member.frozen = frozen;
  noteFrozenTrader(state, member);
}

function nameUser({ highest }: CoreState, user: number): void {
  if (user > highest.user) highest.user = user;
}

function known<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key);
  return value ?? broken(`${String(key)} is unknown`);
}

function postAll(state: CoreState, entries: readonly Entry[]): void {
  for (const entry of entries) {
    post(state.ledger, state.holds, entry);
    if (entry.hold !== undefined && entry.hold >= state.counters.hold) state.counters.hold = entry.hold + 1;
  }
}

/** Again under the same id when it was retracted. */
function seeRecharge(state: CoreState, event: EventOf<'RechargeSeen'>): void {
  const { recharge: id, user, asset, chain, reference, amount, confirmations, needed } = event;
  const [address, dust] = [event.address ?? null, event.dust ?? null];
  const facts = { id, user, asset, chain, reference, address, amount, dust, confirmations, needed };
  state.recharges.set(id, { ...facts, isRetracted: false });
  state.rechargeReferences.set(reference, id);
  countRecharge(state, id);
}

function countRecharge(state: CoreState, id: number): void {
  if (id >= state.counters.recharge) state.counters.recharge = id + 1;
}

function endRecharge(state: CoreState, reference: string): void {
  state.recharges.delete(state.rechargeReferences.get(reference) ?? 0);
  state.rechargeReferences.set(reference, 0);
}

function applyWithdrawal(state: CoreState, event: EventOf<'WithdrawalApplied'>): void {
  const { withdrawal: id, user, asset, amount, fee, hold } = event;
  const [value, day] = [event.value ?? null, event.day ?? null];
  postAll(state, event.entries);
  const { secondApprovalAbove } = state;
  const facts = { id, user, asset, amount, fee, hold, value, day, secondApprovalAbove };
  state.withdrawals.set(id, { ...facts, status: 'applied', approvals: [], proposedBy: null });
  state.counters.withdrawal = id + 1;
  if (event.card !== undefined && event.card > state.highest.card) state.highest.card = event.card;
  if (value === null || day === null) return;
  const { withdrawn } = known(state.members, user);
  withdrawn.value = day === withdrawn.day ? withdrawn.value + value : value;
  withdrawn.day = day;
}

function endWithdrawal(
  state: CoreState,
  event: EventOf<'WithdrawalPaid' | 'WithdrawalRejected' | 'WithdrawalCancelled'>,
): Withdrawal {
  const withdrawal = known(state.withdrawals, event.withdrawal);
  postAll(state, event.entries);
  if (state.holds.has(withdrawal.hold)) broken(`withdrawal ${withdrawal.id} leaves something held`);
  state.withdrawals.delete(withdrawal.id);
  return withdrawal;
}

/** What comes back may be applied for again, as long as its day is the one that counts. */
function giveBackWithdrawal(state: CoreState, event: EventOf<'WithdrawalRejected' | 'WithdrawalCancelled'>): void {
  const { user, value, day } = endWithdrawal(state, event);
  const { withdrawn } = known(state.members, user);
  if (value !== null && day === withdrawn.day) withdrawn.value -= value;
}

function placeOrder(state: CoreState, event: EventOf<'OrderPlaced'>, batch: Batch): void {
  const { order: id, user, side, kind, timeInForce, selfTrade, entries } = event;
  const market = known(state.markets, event.market);
  postAll(state, entries);
  const hold = entries[0]?.hold;
  const order: Order = {
    id,
    user,
    market: event.market,
    side,
    kind,
    timeInForce,
    selfTrade,
    phase: 'taking',
    price: event.price ?? 0,
    quantity: event.quantity ?? 0,
    filledQuantity: 0,
    quoteAmount: event.quoteAmount ?? 0n,
    filledQuote: 0n,
    trigger: event.trigger ?? 0,
    hold: hold === undefined ? null : known(state.holds, hold),
    clientId: batch.command.clientId ?? null,
  };
  state.counters.order = id + 1;
  state.orders.set(id, order);
  const member = known(state.members, user);
  const open = member.openOrders.get(event.market);
  if (open) open.add(id);
  else member.openOrders.set(event.market, new Set([id]));
  if (member.frozen) noteFrozenTrader(state, member);
  if (event.disposition === 'rests') rest(market, order);
  if (event.disposition === 'waits') wait(market, order);
}

function rest(market: Market, order: Order): void {
  order.phase = 'resting';
  addOrder(market.book, order.side, order.id, order.user, order.price, order.quantity - order.filledQuantity);
}

/** It fires when the last price reaches it from the side it lies on now. */
function wait(market: Market, order: Order): void {
  order.phase = 'waiting';
  const side = order.trigger > latestPrice(market) ? 'sell' : 'buy';
  addOrder(market.triggers, side, order.id, order.user, order.trigger, 1);
}

function leaveBook(state: CoreState, order: Order): void {
  const { book, triggers } = known(state.markets, order.market);
  if (order.phase === 'resting') removeOrder(book, order.id);
  else if (order.phase === 'waiting' && hasOrder(triggers, order.id)) removeOrder(triggers, order.id);
  else if (order.phase === 'waiting') leaveReached(state, order.id);
  order.phase = 'taking';
}

/** Its trigger was reached, and it ends before it could fire. */
function leaveReached({ reached }: CoreState, id: number): void {
  const place = reached.findIndex(({ order }) => order === id);
  if (place < 0) broken(`order ${id} waits nowhere`);
  reached.splice(place, 1);
}

function triggerOrder(state: CoreState, { order: id, disposition }: EventOf<'OrderTriggered'>): void {
  const order = known(state.orders, id);
  if (state.reached[0]?.order !== id) broken(`order ${id} is not the next whose trigger was reached`);
  state.reached.shift();
  order.phase = 'taking';
  if (disposition === 'rests') rest(known(state.markets, order.market), order);
}

function executeTrade(state: CoreState, event: EventOf<'TradeExecuted'>, batch: Batch): void {
  const { quantity, price } = event;
  const market = known(state.markets, event.market);
  const maker = known(state.orders, event.makerOrder);
  const taker = known(state.orders, event.takerOrder);
  const notional = notionalOf(market, price, quantity);
  postAll(state, event.entries);
  reduceOrder(market.book, maker.id, quantity);
  fill(maker, quantity, notional);
  fill(taker, quantity, notional);
  if (maker.filledQuantity === maker.quantity) close(state, maker);
  if (isFilled(taker)) close(state, taker);
  state.counters.trade = event.trade + 1;
  market.lastPrice = price;
  reachTriggers(state, market, positionOf(batch));
}

function fill(order: Order, quantity: number, notional: bigint): void {
  order.filledQuantity += quantity;
  order.filledQuote += notional;
}

function isFilled(order: Order): boolean {
  return order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filledQuantity === order.quantity;
}

/** Moves the triggers that the last price has reached to what the core owes, by trigger price, then arrival. */
function reachTriggers(state: CoreState, market: Market, cause: number): void {
  const { triggers, lastPrice } = market;
  for (let next = bestTicks(triggers, 'sell'); next !== 0 && next <= lastPrice; next = bestTicks(triggers, 'sell')) {
    reach(state, market, 'sell', cause);
  }
  for (let next = bestTicks(triggers, 'buy'); next !== 0 && next >= lastPrice; next = bestTicks(triggers, 'buy')) {
    reach(state, market, 'buy', cause);
  }
}

function reach(state: CoreState, market: Market, side: 'buy' | 'sell', cause: number): void {
  const order = slotOrder(market.triggers, firstSlot(market.triggers, side));
  removeOrder(market.triggers, order);
  state.reached.push({ order, cause });
}

function amendOrder(state: CoreState, event: EventOf<'OrderAmended'>): void {
  const order = known(state.orders, event.order);
  const market = known(state.markets, order.market);
  postAll(state, event.entries);
  if (event.disposition === 'keeps') reduceOrder(market.book, order.id, order.quantity - event.quantity);
  if (event.disposition === 'rests' || event.disposition === 'takes') leaveBook(state, order);
  order.price = event.price;
  order.quantity = event.quantity;
  if (event.disposition === 'rests') rest(market, order);
}

/** An order is over: nothing of it stays in the core. */
function close(state: CoreState, order: Order): void {
  if (order.hold && order.hold.remaining !== 0n) broken(`order ${order.id} leaves something held`);
  state.orders.delete(order.id);
  const member = known(state.members, order.user);
  const open = member.openOrders.get(order.market);
  open?.delete(order.id);
  if (open?.size === 0) member.openOrders.delete(order.market);
  if (member.frozen) noteFrozenTrader(state, member);
  const memory = state.memories.get(order.user);
  if (memory) forgetOrder(memory, order.id);
}
