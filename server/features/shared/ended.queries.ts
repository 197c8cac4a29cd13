/** How ended what a command names and the core knows no more: the core keeps only what is open. */
import { Inject, Injectable } from '@nestjs/common';
import type { Command } from '../../core/command';
import type { Rejection } from '../../core/rejection';
import { Refusal } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { financialPurchaseById } from '../../products/earn/stored/queries';
import { optionContractById } from '../../products/option/stored/queries';
import { contractOrderById, stopById } from '../../products/perpetual/stored/queries';
import { orderById } from '../../views/stored/queries';
import { robotOf } from '../../products/robot/stored/queries';
import type { OrderStatus } from '../../views/stored/tables';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { withdrawalById } from '../../products/wallet/stored/queries';
import { Reader } from './reader';

interface Named {
  of: 'order' | 'stop' | 'option' | 'robot' | 'earn' | 'withdrawal';
  /** Null of what staff name alone: anybody's. */
  user: number | null;
  id: number;
}

@Injectable()
export class Ended {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Null: there is none of that number, or it is another's. `position`: what the rejection was decided against. */
  async of(command: Command, { rejected, facts }: Rejection, position: number): Promise<Refusal | null> {
    if (!NOT_FOUND.has(rejected)) return null;
    const named = namedBy(command, facts?.piece);
    if (!named) return null;
    // One that ended stays as it is: only for what is not there, or still open, the stored views must follow.
    const told =
      (await this.find(await this.reader.at(undefined), named)) ??
      (await this.find(await this.reader.at(position), named));
    if (!told) return null;
    return facts?.piece === undefined
      ? told
      : new Refusal(told.code, { piece: facts.piece, ...(told.facts as object) });
  }

  private find(stored: ViewsDatabase, named: Named): Promise<Refusal | null> {
    return named.of === 'order' ? this.endedOrder(stored, named) : ENDED[named.of](stored, named);
  }

  private async endedOrder(stored: ViewsDatabase, { user, id }: Named): Promise<Refusal | null> {
    const row = (await orderById(stored, id)) ?? (await contractOrderById(stored, id));
    if (row?.userId !== user || row.open === 1) return null;
    const isFilled = 'status' in row ? row.status === 'filled' : row.reason === null;
    const market = this.live.markets.get(row.market);
    const data = {
      order: String(id),
      market: row.market,
      status: 'status' in row ? row.status : statusOf(isFilled, row.filledQuantity),
      reason: row.reason,
      quantity: row.quantity === null ? null : market.quantity(row.quantity),
      filledQuantity: market.quantity(row.filledQuantity),
    };
    return new Refusal(isFilled ? 'order.filled' : 'order.cancelled', data);
  }
}

const NOT_FOUND: ReadonlySet<string> = new Set([
  'order.not.found',
  'stop.not.found',
  'option.not.found',
  'robot.not.found',
  'earn.not.found',
  'withdrawal.not.found',
]);

const ENDED = {
  stop: endedStop,
  option: endedOption,
  robot: endedRobot,
  earn: endedPurchase,
  withdrawal: endedWithdrawal,
};

function namedBy(command: Command, piece: string | number | undefined): Named | null {
  const { type } = command;
  if (type === 'CancelOrder' || type === 'AmendOrder' || type === 'AmendPerpetualOrder')
    return { of: 'order', user: command.user, id: command.order };
  if (type === 'CancelStop' || type === 'AmendStop') return { of: 'stop', user: command.user, id: command.stop };
  if (type === 'CancelOption') return { of: 'option', user: command.user, id: command.contract };
  if (type === 'StopRobot') return { of: 'robot', user: command.user, id: command.robot };
  if (type === 'CancelFinancial' || type === 'LeaveFinancial' || type === 'SetFinancialRenewal')
    return { of: 'earn', user: command.user, id: command.purchase };
  if (type === 'CancelWithdrawal') return { of: 'withdrawal', user: command.user, id: command.withdrawal };
  if (type === 'ApproveWithdrawal' || type === 'RejectWithdrawal')
    return { of: 'withdrawal', user: null, id: command.withdrawal };
  if (type !== 'QuoteMarket') return null;
  const [list, index] = String(piece).split('/');
  const id = list === 'cancels' ? command.cancels[Number(index)] : command.amends[Number(index)]?.order;
  return id === undefined ? null : { of: 'order', user: command.user, id };
}

/** Of a contract order, in the words of a spot order. */
function statusOf(isFilled: boolean, filledQuantity: number): OrderStatus {
  if (isFilled) return 'filled';
  return filledQuantity === 0 ? 'cancelled' : 'partially_cancelled';
}

async function endedStop(stored: ViewsDatabase, { user, id }: Named): Promise<Refusal | null> {
  const row = await stopById(stored, id);
  if (row?.userId !== user || row.open === 1) return null;
  const data = { stop: String(id), market: row.market, reason: row.reason };
  const isCancelled = row.reason === 'requested' || row.reason === 'position_closed';
  return new Refusal(isCancelled ? 'stop.cancelled' : 'stop.filled', data);
}

async function endedOption(stored: ViewsDatabase, { user, id }: Named): Promise<Refusal | null> {
  const row = await optionContractById(stored, id);
  if (row?.userId !== user || row.outcome === null) return null;
  const data = { contract: String(id), end: row.outcome, reason: row.reason };
  return new Refusal(row.outcome === 'cancelled' ? 'option.cancelled' : 'option.settled', data);
}

/** One that is being stopped sells what it has, and cannot be stopped again. */
async function endedRobot(stored: ViewsDatabase, { user, id }: Named): Promise<Refusal | null> {
  const row = user === null ? undefined : await robotOf(stored, user, id);
  if (!row || row.status === 'running') return null;
  const { market, status, reason } = row;
  return new Refusal('robot.ended', { robot: String(id), market, status, reason });
}

async function endedPurchase(stored: ViewsDatabase, { user, id }: Named): Promise<Refusal | null> {
  const row = await financialPurchaseById(stored, id);
  if (row?.userId !== user || row.outcome === null) return null;
  return new Refusal('earn.ended', { purchase: String(id), product: row.product, end: row.outcome });
}

async function endedWithdrawal(stored: ViewsDatabase, { user, id }: Named): Promise<Refusal | null> {
  const row = await withdrawalById(stored, id);
  if (!row || row.endedAt === null || (user !== null && row.userId !== user)) return null;
  return new Refusal('withdrawal.ended', { withdrawal: String(id), asset: row.asset, status: row.status });
}
