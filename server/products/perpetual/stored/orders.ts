/** Orders of perpetuals with their progress, their fills, and the lots each added to a position. */
import type { EventOf } from '../../../core/event';
import type { Entry } from '../../../core/ledger/entry';
import { orderTermsOf } from '../../../core/market/order';
import type { PositionCloseMode } from '../../../../shared/products/perpetual/records';
import type { Projection, EventContext } from '../../../views/stored/projection';
import type { ContractOrderRow, ContractSettingRow } from './tables';
import { forBothSides, tradeSides, type TradeSide } from './trade-sides';

export const contractOrdersProjection: Projection = {
  name: 'contract orders',
  tables: ['contractOrders', 'contractOpenings', 'contractFills', 'contractSettings'],
  reads: {
    LeverageSet: ({ user, market }, { rows }) => rows.contractSettings.prefetch(`${user}/${market}`),
    MarginModeSet: ({ user, market }, { rows }) => rows.contractSettings.prefetch(`${user}/${market}`),
    PerpetualOrderPlaced: ({ order, user, market }, { rows }) => {
      rows.contractOrders.markNew(order);
      rows.contractMarkets.prefetch(market);
      rows.contractSettings.prefetch(`${user}/${market}`);
    },
    PerpetualOrderAmended: prefetchOrder,
    PerpetualOrderTriggered: prefetchOrder,
    PerpetualOrderRested: prefetchOrder,
    PerpetualOrderCut: prefetchOrder,
    PerpetualOrderCancelled: prefetchOrder,
    PerpetualTraded: (event, { rows }) => {
      rows.contractMarkets.prefetch(event.market);
      forBothSides(event, ({ order, contract, closes }) => {
        rows.contractOrders.prefetch(order);
        if (!closes) rows.contractOpenings.prefetch(`${order}/${contract}`);
      });
    },
  },
  writes: {
    LeverageSet: ({ user, market, leverage }, context) => {
      const setting = settingOf(user, market, context);
      setting.leverage = leverage;
      context.rows.contractSettings.markChanged(setting);
    },
    MarginModeSet: ({ user, market, mode }, context) => {
      const setting = settingOf(user, market, context);
      setting.mode = mode;
      context.rows.contractSettings.markChanged(setting);
    },
    PerpetualOrderPlaced: insertOrder,
    PerpetualOrderAmended: ({ order: id, price, quantity, trigger, disposition, entries, ...changes }, context) => {
      const order = context.rows.contractOrders.get(id);
      order.price = price === 0 ? null : price;
      order.quantity = quantity;
      if (trigger !== undefined) order.triggerPrice = trigger;
      if (changes.takeProfit !== undefined) order.takeProfit = changes.takeProfit || null;
      if (changes.stopLoss !== undefined) order.stopLoss = changes.stopLoss || null;
      order.margin += depositedMargin(entries);
      if (disposition === 'takes') order.pendingAt = null;
      touchOrder(order, context);
    },
    PerpetualOrderTriggered: ({ order: id, quantity, entries }, context) => {
      const order = context.rows.contractOrders.get(id);
      order.quantity = quantity;
      order.triggeredAt = context.at;
      order.margin += depositedMargin(entries);
      touchOrder(order, context);
    },
    PerpetualOrderRested: ({ order: id }, context) => {
      const order = context.rows.contractOrders.get(id);
      order.pendingAt ??= context.at;
      touchOrder(order, context);
    },
    PerpetualOrderCut: ({ order: id, cut }, context) => {
      const order = context.rows.contractOrders.get(id);
      order.quantity -= cut;
      touchOrder(order, context);
    },
    PerpetualOrderCancelled: ({ order: id, reason }, context) => {
      const order = context.rows.contractOrders.get(id);
      Object.assign(order, { open: 0, reason, endedAt: context.at });
      touchOrder(order, context);
    },
    PerpetualTraded: (event, context) => {
      for (const side of tradeSides(event)) applyFill(event, side, context);
    },
  },
};

function prefetchOrder({ order }: { order: number }, { rows }: EventContext): void {
  rows.contractOrders.prefetch(order);
}

/** Adds an empty row if none exists, so that the look-up runs once. */
function settingOf(user: number, market: string, { rows }: EventContext): ContractSettingRow {
  let setting = rows.contractSettings.find(`${user}/${market}`);
  if (!setting) rows.contractSettings.put((setting = { userId: user, market, leverage: 0, mode: 'isolated' }));
  return setting;
}

function insertOrder(event: EventOf<'PerpetualOrderPlaced'>, context: EventContext): void {
  const { rows, stored, at, position } = context;
  const { order: id, user, market, disposition, liquidation = null } = event;
  const setting = settingOf(user, market, context);
  rows.contractOrders.put({
    id,
    userId: user,
    market,
    side: event.side,
    positionSide: event.position,
    act: event.closes === 1 ? 'close' : 'open',
    ...orderTermsOf(event),
    clientId: stored.batch.command.clientId ?? null,
    leverage: setting.leverage || rows.contractMarkets.get(market).leverage,
    mode: setting.mode,
    price: event.price ?? null,
    quantity: event.quantity,
    triggerPrice: event.trigger ?? null,
    triggerBy: event.triggerBy ?? null,
    takeProfit: event.takeProfit ?? null,
    stopLoss: event.stopLoss ?? null,
    margin: depositedMargin(event.entries),
    filledQuantity: 0,
    filledQuote: 0n,
    openFees: 0n,
    closeFees: 0n,
    closedQuantity: 0,
    closedQuote: 0n,
    closedCost: 0n,
    profits: 0n,
    contract: null,
    closeMode: event.closes === 1 ? closeModeOf(event, context) : null,
    liquidation,
    open: 1,
    reason: null,
    placedAt: at,
    pendingAt: disposition === 'takes' ? null : at,
    triggeredAt: null,
    filledAt: null,
    endedAt: null,
    position,
  });
}

/** Close mode of a closing order: the user's, unless a stop, a liquidation or a close-out placed it. */
function closeModeOf(
  { order, liquidation }: EventOf<'PerpetualOrderPlaced'>,
  { stored: { batch } }: EventContext,
): PositionCloseMode {
  if (liquidation !== undefined) return 'liquidation';
  if (batch.command.type === 'CloseOut') {
    for (const event of batch.events) if (event.type === 'PerpetualTraded' && event.takerMode) return event.takerMode;
    for (const event of batch.events) if (event.type === 'CloseOutEnded') return event.mode;
  }
  if (batch.command.type !== 'TriggerStop') return 'user';
  for (const event of batch.events) if (event.type === 'StopTriggered' && event.order === order) return event.kind;
  return 'user';
}

/** Units held for an order minus units released. */
function depositedMargin(entries: readonly Entry[]): bigint {
  let units = 0n;
  for (const { kind, amount } of entries) {
    if (kind === 'hold_long' || kind === 'hold_short') units += amount;
    else if (kind === 'cancel_long' || kind === 'cancel_short') units -= amount;
  }
  return units;
}

function applyFill(event: EventOf<'PerpetualTraded'>, side: TradeSide, context: EventContext): void {
  const { rows, at, position } = context;
  const { trade: tradeId, market, price, quantity, notional } = event;
  const order = rows.contractOrders.get(side.order);
  const { contract, fee, closes, profit } = side;
  order.filledQuantity += quantity;
  order.filledQuote += notional;
  order.filledAt ??= at;
  order.contract = contract;
  if (closes) {
    order.closedQuantity += quantity;
    order.closedQuote += notional;
    order.closedCost += side.released;
    order.closeFees += fee;
    order.profits += profit;
    order.closeMode = side.mode ?? order.closeMode ?? 'user';
  } else {
    order.openFees += fee;
    addOpening(side, event, context);
  }
  if (order.filledQuantity === order.quantity) Object.assign(order, { open: 0, endedAt: at });
  touchOrder(order, context);
  rows.contractFills.add({
    orderId: side.order,
    tradeId,
    userId: side.user,
    market,
    side: side.side,
    positionSide: side.positionSide,
    act: closes ? 'close' : 'open',
    role: side.role,
    contract,
    price,
    quantity,
    notional,
    fee,
    profit: closes ? profit : null,
    feeAsset: rows.contractMarkets.get(market).quote,
    at,
    position,
  });
}

function addOpening(
  { order: orderId, contract }: TradeSide,
  { quantity, notional }: EventOf<'PerpetualTraded'>,
  { rows, position }: EventContext,
): void {
  const existing = rows.contractOpenings.find(`${orderId}/${contract}`);
  if (!existing) {
    rows.contractOpenings.put({ orderId, contract, quantity, filledQuote: notional, position });
    return;
  }
  existing.quantity += quantity;
  existing.filledQuote += notional;
  existing.position = position;
  rows.contractOpenings.markChanged(existing);
}

function touchOrder(order: ContractOrderRow, { rows, position }: EventContext): void {
  order.position = position;
  rows.contractOrders.markChanged(order);
}
