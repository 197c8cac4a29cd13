/** The reference: a fold of the journal, and sums over its events that no code of the exchange computed. */
import { evolve, createState } from '../../../server/products/core';
import type { Batch, CoreEvent, EventOf } from '../../../server/core/event';
import { stateHash } from '../../../server/engine/state-hash';
import { LiveViews } from '../../../server/views/live/live-views';
import { Auditor } from '../../simulation/audits/invariants';
import { liveDump, type Inspection } from './kill-child';
import { check, same, type JournalLine } from './kill-journal';
import { USERS, MARKET_NAMES } from './kill-opening';

export class Truth {
  readonly auditor = new Auditor();
  readonly state = createState();
  readonly live = new LiveViews();
  readonly fills = new Map<string, unknown>();
  readonly clientIds = new Map<string, { position: number; id: number | null }>();
  private head = '';
  private batches = 0;

  /** Reads new lines; earlier lines must still be there. */
  follow(lines: readonly JournalLine[]): void {
    check(lines.length >= this.batches, `the journal had ${this.batches} batches and has ${lines.length}`);
    if (this.batches > 0) check(lines[this.batches - 1].hash === this.head, 'the journal was rewritten');
    for (const { batch, hash } of lines.slice(this.batches)) {
      this.auditor.follow(batch);
      evolve(this.state, batch);
      this.live.fold([batch]);
      this.remember(batch);
      for (const event of batch.events) if (event.type === 'TradeExecuted') this.addFills(event, batch.at);
      this.head = hash;
    }
    this.batches = lines.length;
    this.auditor.compare(this.state);
  }

  private remember({ actor, command, events, first }: Batch): void {
    if (command.clientId === undefined) return;
    const name = `${actor} ${command.clientId}`;
    check(!this.clientIds.has(name), `${name} happened twice: at ${this.clientIds.get(name)?.position} and ${first}`);
    this.clientIds.set(name, { position: first + events.length - 1, id: idOf(events[0]) });
  }

  private addFills(event: EventOf<'TradeExecuted'>, at: number): void {
    for (const role of ['maker', 'taker'] as const) {
      const order = role === 'maker' ? event.makerOrder : event.takerOrder;
      const taker = role === 'taker';
      const side = (event.takerSide === 'buy') === taker ? 'buy' : 'sell';
      this.fills.set(`${order}/${event.trade}`, {
        userId: taker ? event.taker : event.maker,
        market: event.market,
        side,
        role,
        price: event.price,
        quantity: event.quantity,
        fee: taker ? event.takerFee : event.makerFee,
        at,
      });
    }
  }

  /** Compares with a process that has just started from its snapshot, its tail and its read models. */
  compare(seen: Inspection, now: number): void {
    const { position } = this.state;
    same(seen.position, position, 'position');
    same(seen.stateHash, stateHash(this.state), 'state hash from snapshot and tail');
    same(seen.live, liveDump(this.live, now, USERS, MARKET_NAMES), 'live views');
    same(seen.checkpoint, position, 'checkpoint of the read models');
    this.compareBalances(seen);
    const open = [...this.auditor.spot.orders.values()].map((order) => [
      order.id,
      [order.user, order.market, order.side, order.kind, order.price || null, order.filled, order.filledQuote],
      [order.quantity || null, order.quoteAmount || null, order.trigger || null],
    ]);
    const openRows = seen.openOrders.map((row) => [
      row.id,
      [row.userId, row.market, row.side, row.kind, row.price, row.filledQuantity, row.filledQuote],
      [row.quantity, row.quoteAmount, row.triggerPrice],
    ]);
    same(byFirst(openRows), byFirst(open), 'open orders of the read models');
    same(seen.fills.length, this.fills.size, 'number of fills in the read models');
    for (const { orderId, tradeId, userId, market, side, role, price, quantity, fee, at } of seen.fills) {
      const row = { userId, market, side, role, price, quantity, fee, at };
      same(row, this.fills.get(`${orderId}/${tradeId}`), `fill ${orderId}/${tradeId} of the read models`);
    }
    const unended = seen.withdrawals.filter((row) => row.endedAt === null);
    same(
      byFirst(unended.map((row) => [row.id, row.userId, row.asset, row.amount, row.fee, row.status, row.approvals])),
      byFirst(
        [...this.auditor.wallet.withdrawals.values()].map((one) => {
          return [one.withdrawal, one.user, one.asset, one.amount, one.fee, one.status, JSON.stringify(one.approvals)];
        }),
      ),
      'withdrawals of the read models',
    );
  }

  private compareBalances({ balances }: Inspection): void {
    const rows = new Map<string, bigint>();
    for (const row of balances) {
      for (const bucket of ['available', 'frozen', 'locked'] as const) {
        rows.set(`${row.userId}/${row.account}/${row.asset}/${bucket}`, row[bucket]);
      }
    }
    const sums = [...this.auditor.entries.balances].filter(([account]) => !account.startsWith('house/'));
    for (const [account, sum] of sums) same(rows.get(account), sum, `${account} in the read models`);
    const known = new Map(sums);
    for (const [account, amount] of rows) same(amount, known.get(account) ?? 0n, `${account} in the read models`);
  }
}

/** Id of the order, withdrawal, hold, transfer, recharge or proposal that a command created, from its first event. */
function idOf(event: CoreEvent): number | null {
  if (event.type === 'OrderPlaced' || event.type === 'OrderAmended') return event.order;
  if (event.type === 'WithdrawalApplied') return event.withdrawal;
  if (event.type === 'FundsTransferred') return event.transfer;
  if (event.type === 'RechargeSeen' || event.type === 'RechargeCredited') return event.recharge ?? null;
  if (event.type === 'StaffProposed' || event.type === 'StaffConfirmed') return event.proposal;
  return event.type === 'FundsFrozen' ? event.hold : null;
}

function byFirst<Row extends unknown[]>(rows: Row[]): Row[] {
  return rows.sort(([a], [b]) => Number(a) - Number(b));
}
