/** Orders of perpetuals with how far they got, their fills, and what each put into which position. */
import type { EventOf } from '../../../core/event';
import type { Entry } from '../../../core/ledger/entry';
import { orderTermsOf } from '../../../core/market/order';
import type { PositionCloseMode } from '../../../../shared/products/perpetual/wire';
import type { Projection, Scene } from '../../../views/stored/projection';
import type { ContractOrderRow, ContractSettingRow } from './tables';
import { bothSides, tradeSides, type TradeSide } from './trade-sides';

export const contractOrdersProjection: Projection = {
  name: 'contract orders',
  tables: ['contractOrders', 'contractOpenings', 'contractFills', 'contractSettings'],
  reads: {
    LeverageSet: ({ user, market }, { rows }) => rows.contractSettings.want(`${user}/${market}`),
    MarginModeSet: ({ user, market }, { rows }) => rows.contractSettings.want(`${user}/${market}`),
    PerpetualOrderPlaced: ({ order, user, market }, { rows }) => {
      rows.contractOrders.expectNew(order);
      rows.contractMarkets.want(market);
      rows.contractSettings.want(`${user}/${market}`);
    },
    PerpetualOrderAmended: wantOrder,
    PerpetualOrderTriggered: wantOrder,
    PerpetualOrderRested: wantOrder,
    PerpetualOrderCut: wantOrder,
    PerpetualOrderCancelled: wantOrder,
    PerpetualTraded: (event, { rows }) => {
      rows.contractMarkets.want(event.market);
      bothSides(event, ({ order, contract, closes }) => {
        rows.contractOrders.want(order);
        if (!closes) rows.contractOpenings.want(`${order}/${contract}`);
      });
    },
  },
  writes: {
    LeverageSet: ({ user, market, leverage }, scene) => {
      const setting = settingOf(user, market, scene);
      setting.leverage = leverage;
      scene.rows.contractSettings.touch(setting);
    },
    MarginModeSet: ({ user, market, mode }, scene) => {
      const setting = settingOf(user, market, scene);
      setting.mode = mode;
      scene.rows.contractSettings.touch(setting);
    },
    PerpetualOrderPlaced: placed,
    PerpetualOrderAmended: ({ order: id, price, quantity, trigger, disposition, entries, ...wish }, scene) => {
      const order = scene.rows.contractOrders.get(id);
      order.price = price === 0 ? null : price;
      order.quantity = quantity;
      if (trigger !== undefined) order.triggerPrice = trigger;
      if (wish.takeProfit !== undefined) order.takeProfit = wish.takeProfit || null;
      if (wish.stopLoss !== undefined) order.stopLoss = wish.stopLoss || null;
      order.margin += deposited(entries);
      if (disposition === 'takes') order.pendingAt = null;
      changed(order, scene);
    },
    PerpetualOrderTriggered: ({ order: id, quantity, entries }, scene) => {
      const order = scene.rows.contractOrders.get(id);
      order.quantity = quantity;
      order.triggeredAt = scene.at;
      order.margin += deposited(entries);
      changed(order, scene);
    },
    PerpetualOrderRested: ({ order: id }, scene) => {
      const order = scene.rows.contractOrders.get(id);
      order.pendingAt ??= scene.at;
      changed(order, scene);
    },
    PerpetualOrderCut: ({ order: id, cut }, scene) => {
      const order = scene.rows.contractOrders.get(id);
      order.quantity -= cut;
      changed(order, scene);
    },
    PerpetualOrderCancelled: ({ order: id, reason }, scene) => {
      const order = scene.rows.contractOrders.get(id);
      Object.assign(order, { open: 0, reason, endedAt: scene.at });
      changed(order, scene);
    },
    PerpetualTraded: (event, scene) => {
      for (const side of tradeSides(event)) filled(event, side, scene);
    },
  },
};

function wantOrder({ order }: { order: number }, { rows }: Scene): void {
  rows.contractOrders.want(order);
}

/** Made when there is none, so that it is looked up once. */
function settingOf(user: number, market: string, { rows }: Scene): ContractSettingRow {
  let setting = rows.contractSettings.find(`${user}/${market}`);
  if (!setting) rows.contractSettings.put((setting = { userId: user, market, leverage: 0, mode: 'isolated' }));
  return setting;
}

function placed(event: EventOf<'PerpetualOrderPlaced'>, scene: Scene): void {
  const { rows, stored, at, position } = scene;
  const { order: id, user, market, disposition, liquidation = null } = event;
  const setting = settingOf(user, market, scene);
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
    margin: deposited(event.entries),
    filledQuantity: 0,
    filledQuote: 0n,
    openFees: 0n,
    closeFees: 0n,
    closedQuantity: 0,
    closedQuote: 0n,
    closedCost: 0n,
    profits: 0n,
    contract: null,
    closeMode: event.closes === 1 ? closeModeOf(event, scene) : null,
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

/** Whose act an order that closes is: its owner's, unless a stop or a liquidation placed it. */
function closeModeOf(
  { order, liquidation }: EventOf<'PerpetualOrderPlaced'>,
  { stored: { batch } }: Scene,
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

/** Units set aside for an order, less what it gave back. */
function deposited(entries: readonly Entry[]): bigint {
  let units = 0n;
  for (const { kind, amount } of entries) {
    if (kind === 'hold_long' || kind === 'hold_short') units += amount;
    else if (kind === 'cancel_long' || kind === 'cancel_short') units -= amount;
  }
  return units;
}

function filled(event: EventOf<'PerpetualTraded'>, side: TradeSide, scene: Scene): void {
  const { rows, at, position } = scene;
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
    opened(side, event, scene);
  }
  if (order.filledQuantity === order.quantity) Object.assign(order, { open: 0, endedAt: at });
  changed(order, scene);
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

function opened(
  { order: orderId, contract }: TradeSide,
  { quantity, notional }: EventOf<'PerpetualTraded'>,
  { rows, position }: Scene,
): void {
  const known = rows.contractOpenings.find(`${orderId}/${contract}`);
  if (!known) {
    rows.contractOpenings.put({ orderId, contract, quantity, filledQuote: notional, position });
    return;
  }
  known.quantity += quantity;
  known.filledQuote += notional;
  known.position = position;
  rows.contractOpenings.touch(known);
}

function changed(order: ContractOrderRow, { rows, position }: Scene): void {
  order.position = position;
  rows.contractOrders.touch(order);
}
