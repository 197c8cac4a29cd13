/** Positions from the first lot to the last, with their results, funding payments, and the result of each day. */
import { dayOf } from '../../../../shared/rules/days';
import type { EventOf } from '../../../core/event';
import type { AccountName, Entry } from '../../../core/ledger/entry';
import type { PositionCloseMode } from '../../../../shared/products/perpetual/records';
import type { Projection, EventContext } from '../../../views/stored/projection';
import type { ContractDayRow, ContractPositionRow } from './tables';
import { forBothSides, profitOf, tradeSides, type TradeSide } from './trade-sides';

export const contractPositionsProjection: Projection = {
  name: 'contract positions',
  tables: ['contractPositions', 'contractDays', 'fundingPayments'],
  reads: {
    PerpetualTraded: (event, context) => {
      const { market } = event;
      context.rows.contractMarkets.prefetch(market);
      forBothSides(event, ({ order, user, contract }) => {
        context.rows.contractOrders.prefetch(order);
        prefetchPosition(user, market, contract, context);
      });
    },
    FundingSettled: ({ user, market, position }, context) => prefetchPosition(user, market, position, context),
    LiquidationStarted: ({ position }, { rows }) => rows.contractPositions.prefetch(position),
    LiquidationReduced: ({ user, market, position }, context) => prefetchPosition(user, market, position, context),
    InsurancePaid: ({ user, market, position }, context) => prefetchPosition(user, market, position, context),
    PositionDeleveraged: ({ user, otherUser, market, position, other }, context) => {
      context.rows.contractMarkets.prefetch(market);
      prefetchPosition(user, market, position, context);
      prefetchPosition(otherUser, market, other, context);
    },
    ProfitSettled: ({ user, market, position }, context) => prefetchPosition(user, market, position, context),
    LegsNetted: ({ user, market, long, short }, context) => {
      context.rows.contractMarkets.prefetch(market);
      prefetchPosition(user, market, long, context);
      prefetchPosition(user, market, short, context);
    },
    CrossPositionReduced: ({ user, market, position }, context) => prefetchPosition(user, market, position, context),
    CrossShareSet: ({ user, market, position }, context) => prefetchPosition(user, market, position, context),
    PositionSettled: ({ user, market, position }, context) => {
      context.rows.contractMarkets.prefetch(market);
      prefetchPosition(user, market, position, context);
    },
  },
  writes: {
    PerpetualTraded: (event, context) => {
      for (const side of tradeSides(event)) applyTrade(event, side, context);
    },
    FundingSettled: settleFunding,
    LiquidationStarted: ({ liquidation, position: id }, { rows, position }) => {
      const row = rows.contractPositions.get(id);
      rows.contractPositions.markChanged(Object.assign(row, { liquidation, position }));
    },
    LiquidationReduced: ({ position, entries }, context) => addInsured(position, entries, context),
    InsurancePaid: ({ position, entries }, context) => addInsured(position, entries, context),
    PositionDeleveraged: (event, context) => {
      const { market, position, other, lots, price, released, otherReleased, entries } = event;
      const value = notionalOfFill(market, price, lots, context);
      closePart(position, { lots, value, released, fee: 0n, entries, mode: 'liquidation' }, context);
      closePart(other, { lots, value, released: otherReleased, fee: 0n, entries, mode: 'deleveraging' }, context);
    },
    ProfitSettled: settleProfit,
    LegsNetted: ({ market, mark, lots, long, longReleased, short, shortReleased }, context) => {
      const value = notionalOfFill(market, mark, lots, context);
      const commonFields = { lots, value, fee: 0n, entries: [], mode: 'liquidation' } as const;
      closePart(long, { ...commonFields, released: longReleased }, context);
      closePart(short, { ...commonFields, released: shortReleased }, context);
    },
    // The fee belongs to the account: none of its entries names the position.
    CrossPositionReduced: ({ position, fee }, context) => {
      const row = context.rows.contractPositions.get(position);
      row.insured -= fee;
      addToResult(row, { insured: -fee }, context);
    },
    CrossShareSet: settleProfit,
    PositionSettled: ({ market, position, lots, price, released, fee, entries }, context) => {
      const value = notionalOfFill(market, price, lots, context);
      closePart(position, { lots, value, released, fee, entries, mode: 'market_end' }, context);
    },
  },
};

function settleProfit({ position, profit }: { position: number; profit: bigint }, context: EventContext): void {
  const row = context.rows.contractPositions.get(position);
  row.profits += profit;
  addToResult(row, { profit }, context);
}

function prefetchPosition(user: number, market: string, contract: number, { rows, at }: EventContext): void {
  rows.contractPositions.prefetch(contract);
  rows.contractDays.prefetch(`${user}/${market}/${dayOf(at)}`);
  rows.contractSettings.prefetch(`${user}/${market}`);
}

function notionalOfFill(market: string, price: number, lots: number, { rows }: EventContext): bigint {
  return rows.contractMarkets.get(market).quotePerTickLot * BigInt(price) * BigInt(lots);
}

function applyTrade(event: EventOf<'PerpetualTraded'>, side: TradeSide, context: EventContext): void {
  const { entries, quantity: lots, notional: value } = event;
  if (!side.closes) return addOpenedLots(event, side, context);
  const { contract, released, fee } = side;
  const mode = side.mode ?? context.rows.contractOrders.get(side.order).closeMode ?? 'user';
  closePart(contract, { lots, value, released, fee, entries, mode }, context);
}

function addOpenedLots(event: EventOf<'PerpetualTraded'>, side: TradeSide, context: EventContext): void {
  const { rows, at } = context;
  const { market, quantity, notional, entries } = event;
  const { user: userId, contract, positionSide, fee } = side;
  const { mode } = rows.contractOrders.get(side.order);
  const collateral = entries.filter(({ into, debit }) => into !== undefined && isAccountOf(debit, userId));
  let row = rows.contractPositions.find(contract);
  if (!row) {
    row = {
      id: contract,
      userId,
      market,
      positionSide,
      mode,
      leverage: 0,
      hold: collateral[0]?.into ?? null,
      lots: 0,
      lotsMost: 0,
      openedQuantity: 0,
      openedQuote: 0n,
      closedQuantity: 0,
      closedQuote: 0n,
      margin: 0n,
      profits: 0n,
      openFees: 0n,
      closeFees: 0n,
      funding: 0n,
      insured: 0n,
      open: 1,
      closeMode: null,
      liquidation: null,
      openedAt: at,
      closedAt: null,
      position: context.position,
    };
    rows.contractPositions.put(row);
  }
  row.lots += quantity;
  row.lotsMost = Math.max(row.lotsMost, row.lots);
  row.openedQuantity += quantity;
  row.openedQuote += notional;
  row.margin += collateral.reduce((sum, { amount }) => sum + amount, 0n);
  row.openFees += fee;
  addToResult(row, { fees: fee }, context);
}

interface Closing {
  lots: number;
  value: bigint;
  released: bigint;
  fee: bigint;
  entries: readonly Entry[];
  mode: PositionCloseMode;
}

function closePart(id: number, { lots, value, released, fee, entries, mode }: Closing, context: EventContext): void {
  const row = context.rows.contractPositions.get(id);
  const profit = profitOf(row.positionSide, value, released);
  const insured = insuredAmountOf(row, entries);
  row.lots -= lots;
  row.closedQuantity += lots;
  row.closedQuote += value;
  row.profits += profit;
  row.closeFees += fee;
  row.insured += insured;
  const isOver = row.lots === 0;
  if (isOver) Object.assign(row, { open: 0, closeMode: mode, closedAt: context.at });
  addToResult(row, { profit, fees: fee, insured, closed: isOver ? 1 : 0 }, context);
}

function settleFunding(event: EventOf<'FundingSettled'>, context: EventContext): void {
  const { rows, eventPosition, at, position } = context;
  const { position: contract, user: userId, market, side: positionSide, lots: quantity, rate, dueAt, entries } = event;
  const row = rows.contractPositions.get(contract);
  const amount = receivedFrom('house/funding:', entries);
  const insured = insuredAmountOf(row, entries);
  row.funding += amount;
  row.insured += insured;
  addToResult(row, { funding: amount, insured }, context);
  const payment = { contract, eventPosition, userId, market, positionSide, quantity, rate, amount, dueAt, at };
  rows.fundingPayments.add({ ...payment, position });
}

function addInsured(id: number, entries: readonly Entry[], context: EventContext): void {
  const row = context.rows.contractPositions.get(id);
  const insured = insuredAmountOf(row, entries);
  row.insured += insured;
  addToResult(row, { insured }, context);
}

/** Amount a position received from the fund and the owners, minus the amount it gave to the fund. */
function insuredAmountOf({ userId, hold }: ContractPositionRow, entries: readonly Entry[]): bigint {
  const ownEntries = entries.filter(
    (entry) =>
      (isAccountOf(entry.debit, userId) || isAccountOf(entry.credit, userId)) && (hold === null || entry.hold === hold),
  );
  return receivedFrom('house/insurance/', ownEntries) + receivedFrom('house/treasury/', ownEntries);
}

function receivedFrom(account: string, entries: readonly Entry[]): bigint {
  let units = 0n;
  for (const { debit, credit, amount } of entries) {
    if (debit.startsWith(account)) units += amount;
    if (credit.startsWith(account)) units -= amount;
  }
  return units;
}

function isAccountOf(account: AccountName, user: number): boolean {
  return account.startsWith(`${user}/`);
}

interface ResultChanges {
  profit?: bigint;
  fees?: bigint;
  funding?: bigint;
  insured?: bigint;
  closed?: number;
}

/** Records a change of the position's row, and its result for the owner on that day. */
function addToResult(row: ContractPositionRow, resultChanges: ResultChanges, context: EventContext): void {
  const { rows, position } = context;
  const { userId, market } = row;
  const { profit = 0n, fees = 0n, funding = 0n, insured = 0n, closed: count = 0 } = resultChanges;
  const setting = rows.contractSettings.find(`${userId}/${market}`);
  // Without a chosen setting, a position has the leverage of the order that opened it.
  row.leverage = setting?.leverage || row.leverage || defaultLeverage(market, context);
  row.position = position;
  rows.contractPositions.markChanged(row);

  const day = dayRow(userId, market, context);
  day.result += profit - fees + funding + insured;
  day.fees += fees;
  day.funding += funding;
  day.closed += count;
  day.position = position;
  rows.contractDays.markChanged(day);
}

function defaultLeverage(market: string, { rows }: EventContext): number {
  return rows.contractMarkets.get(market).leverage;
}

function dayRow(userId: number, market: string, { rows, at, position }: EventContext): ContractDayRow {
  const day = dayOf(at);
  let row = rows.contractDays.find(`${userId}/${market}/${day}`);
  if (!row) {
    row = { userId, market, day, result: 0n, fees: 0n, funding: 0n, closed: 0, position };
    rows.contractDays.put(row);
  }
  return row;
}
