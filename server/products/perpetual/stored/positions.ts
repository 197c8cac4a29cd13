/** Positions from their first lot to their last with what they came to, what funding they paid and got, and the result of each day. */
import { dayOf } from '../../../../shared/rules/days';
import type { EventOf } from '../../../core/event';
import type { AccountName, Entry } from '../../../core/ledger/entry';
import type { PositionCloseMode } from '../../../../shared/products/perpetual/wire';
import type { Projection, Scene } from '../../../views/stored/projection';
import type { ContractDayRow, ContractPositionRow } from './tables';
import { bothSides, profitOf, tradeSides, type TradeSide } from './trade-sides';

export const contractPositionsProjection: Projection = {
  name: 'contract positions',
  tables: ['contractPositions', 'contractDays', 'fundingPayments'],
  reads: {
    PerpetualTraded: (event, scene) => {
      const { market } = event;
      scene.rows.contractMarkets.want(market);
      bothSides(event, ({ order, user, contract }) => {
        scene.rows.contractOrders.want(order);
        want(user, market, contract, scene);
      });
    },
    FundingSettled: ({ user, market, position }, scene) => want(user, market, position, scene),
    LiquidationStarted: ({ position }, { rows }) => rows.contractPositions.want(position),
    LiquidationReduced: ({ user, market, position }, scene) => want(user, market, position, scene),
    InsurancePaid: ({ user, market, position }, scene) => want(user, market, position, scene),
    PositionDeleveraged: ({ user, otherUser, market, position, other }, scene) => {
      scene.rows.contractMarkets.want(market);
      want(user, market, position, scene);
      want(otherUser, market, other, scene);
    },
    ProfitSettled: ({ user, market, position }, scene) => want(user, market, position, scene),
    LegsNetted: ({ user, market, long, short }, scene) => {
      scene.rows.contractMarkets.want(market);
      want(user, market, long, scene);
      want(user, market, short, scene);
    },
    CrossPositionReduced: ({ user, market, position }, scene) => want(user, market, position, scene),
    CrossShareSet: ({ user, market, position }, scene) => want(user, market, position, scene),
    PositionSettled: ({ user, market, position }, scene) => {
      scene.rows.contractMarkets.want(market);
      want(user, market, position, scene);
    },
  },
  writes: {
    PerpetualTraded: (event, scene) => {
      for (const side of tradeSides(event)) traded(event, side, scene);
    },
    FundingSettled: fundingSettled,
    LiquidationStarted: ({ liquidation, position: id }, { rows, position }) => {
      const row = rows.contractPositions.get(id);
      rows.contractPositions.touch(Object.assign(row, { liquidation, position }));
    },
    LiquidationReduced: ({ position, entries }, scene) => insure(position, entries, scene),
    InsurancePaid: ({ position, entries }, scene) => insure(position, entries, scene),
    PositionDeleveraged: (event, scene) => {
      const { market, position, other, lots, price, released, otherReleased, entries } = event;
      const value = valueOf(market, price, lots, scene);
      closed(position, { lots, value, released, fee: 0n, entries, mode: 'liquidation' }, scene);
      closed(other, { lots, value, released: otherReleased, fee: 0n, entries, mode: 'deleveraging' }, scene);
    },
    ProfitSettled: profitSettled,
    LegsNetted: ({ market, mark, lots, long, longReleased, short, shortReleased }, scene) => {
      const value = valueOf(market, mark, lots, scene);
      const told = { lots, value, fee: 0n, entries: [], mode: 'liquidation' } as const;
      closed(long, { ...told, released: longReleased }, scene);
      closed(short, { ...told, released: shortReleased }, scene);
    },
    // The fee is the account's: no entry of it names the position.
    CrossPositionReduced: ({ position, fee }, scene) => {
      const row = scene.rows.contractPositions.get(position);
      row.insured -= fee;
      changed(row, { insured: -fee }, scene);
    },
    CrossShareSet: profitSettled,
    PositionSettled: ({ market, position, lots, price, released, fee, entries }, scene) => {
      const value = valueOf(market, price, lots, scene);
      closed(position, { lots, value, released, fee, entries, mode: 'market_end' }, scene);
    },
  },
};

function profitSettled({ position, profit }: { position: number; profit: bigint }, scene: Scene): void {
  const row = scene.rows.contractPositions.get(position);
  row.profits += profit;
  changed(row, { profit }, scene);
}

function want(user: number, market: string, contract: number, { rows, at }: Scene): void {
  rows.contractPositions.want(contract);
  rows.contractDays.want(`${user}/${market}/${dayOf(at)}`);
  rows.contractSettings.want(`${user}/${market}`);
}

function valueOf(market: string, price: number, lots: number, { rows }: Scene): bigint {
  return rows.contractMarkets.get(market).quotePerTickLot * BigInt(price) * BigInt(lots);
}

function traded(event: EventOf<'PerpetualTraded'>, side: TradeSide, scene: Scene): void {
  const { entries, quantity: lots, notional: value } = event;
  if (!side.closes) return opened(event, side, scene);
  const { contract, released, fee } = side;
  const mode = side.mode ?? scene.rows.contractOrders.get(side.order).closeMode ?? 'user';
  closed(contract, { lots, value, released, fee, entries, mode }, scene);
}

function opened(event: EventOf<'PerpetualTraded'>, side: TradeSide, scene: Scene): void {
  const { rows, at } = scene;
  const { market, quantity, notional, entries } = event;
  const { user: userId, contract, positionSide, fee } = side;
  const { mode } = rows.contractOrders.get(side.order);
  const collateral = entries.filter(({ into, debit }) => into !== undefined && isOf(debit, userId));
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
      position: scene.position,
    };
    rows.contractPositions.put(row);
  }
  row.lots += quantity;
  row.lotsMost = Math.max(row.lotsMost, row.lots);
  row.openedQuantity += quantity;
  row.openedQuote += notional;
  row.margin += collateral.reduce((sum, { amount }) => sum + amount, 0n);
  row.openFees += fee;
  changed(row, { fees: fee }, scene);
}

interface Closing {
  lots: number;
  value: bigint;
  released: bigint;
  fee: bigint;
  entries: readonly Entry[];
  mode: PositionCloseMode;
}

function closed(id: number, { lots, value, released, fee, entries, mode }: Closing, scene: Scene): void {
  const row = scene.rows.contractPositions.get(id);
  const profit = profitOf(row.positionSide, value, released);
  const insured = insuredOf(row, entries);
  row.lots -= lots;
  row.closedQuantity += lots;
  row.closedQuote += value;
  row.profits += profit;
  row.closeFees += fee;
  row.insured += insured;
  const isOver = row.lots === 0;
  if (isOver) Object.assign(row, { open: 0, closeMode: mode, closedAt: scene.at });
  changed(row, { profit, fees: fee, insured, closed: isOver ? 1 : 0 }, scene);
}

function fundingSettled(event: EventOf<'FundingSettled'>, scene: Scene): void {
  const { rows, eventPosition, at, position } = scene;
  const { position: contract, user: userId, market, side: positionSide, lots: quantity, rate, dueAt, entries } = event;
  const row = rows.contractPositions.get(contract);
  const amount = receivedFrom('house/funding:', entries);
  const insured = insuredOf(row, entries);
  row.funding += amount;
  row.insured += insured;
  changed(row, { funding: amount, insured }, scene);
  const payment = { contract, eventPosition, userId, market, positionSide, quantity, rate, amount, dueAt, at };
  rows.fundingPayments.add({ ...payment, position });
}

function insure(id: number, entries: readonly Entry[], scene: Scene): void {
  const row = scene.rows.contractPositions.get(id);
  const insured = insuredOf(row, entries);
  row.insured += insured;
  changed(row, { insured }, scene);
}

/** What a position got of the insurance fund and the owners, less what it gave to the fund. */
function insuredOf({ userId, hold }: ContractPositionRow, entries: readonly Entry[]): bigint {
  const own = entries.filter(
    (entry) => (isOf(entry.debit, userId) || isOf(entry.credit, userId)) && (hold === null || entry.hold === hold),
  );
  return receivedFrom('house/insurance/', own) + receivedFrom('house/treasury/', own);
}

function receivedFrom(account: string, entries: readonly Entry[]): bigint {
  let units = 0n;
  for (const { debit, credit, amount } of entries) {
    if (debit.startsWith(account)) units += amount;
    if (credit.startsWith(account)) units -= amount;
  }
  return units;
}

function isOf(account: AccountName, user: number): boolean {
  return account.startsWith(`${user}/`);
}

interface Brought {
  profit?: bigint;
  fees?: bigint;
  funding?: bigint;
  insured?: bigint;
  closed?: number;
}

/** The position's row was changed, and this is what that brought its owner on the day. */
function changed(row: ContractPositionRow, brought: Brought, scene: Scene): void {
  const { rows, position } = scene;
  const { userId, market } = row;
  const { profit = 0n, fees = 0n, funding = 0n, insured = 0n, closed: count = 0 } = brought;
  const setting = rows.contractSettings.find(`${userId}/${market}`);
  // Who chose none has the leverage of the order that opened it.
  row.leverage = setting?.leverage || row.leverage || leverageFirst(market, scene);
  row.position = position;
  rows.contractPositions.touch(row);

  const day = dayIn(userId, market, scene);
  day.result += profit - fees + funding + insured;
  day.fees += fees;
  day.funding += funding;
  day.closed += count;
  day.position = position;
  rows.contractDays.touch(day);
}

function leverageFirst(market: string, { rows }: Scene): number {
  return rows.contractMarkets.get(market).leverage;
}

function dayIn(userId: number, market: string, { rows, at, position }: Scene): ContractDayRow {
  const day = dayOf(at);
  let row = rows.contractDays.find(`${userId}/${market}/${day}`);
  if (!row) {
    row = { userId, market, day, result: 0n, fees: 0n, funding: 0n, closed: 0, position };
    rows.contractDays.put(row);
  }
  return row;
}
