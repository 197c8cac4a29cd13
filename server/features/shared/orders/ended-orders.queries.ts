/** Outcome of an ended item that a command names: the core has only open ones. */
import { Inject, Injectable } from '@nestjs/common';
import type { Command } from '../../../core/command';
import type { Rejection } from '../../../core/rejection';
import { Refusal } from '../../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { PRODUCTS } from '../../../products/all';
import { contractOrderById } from '../../../products/perpetual/stored/queries';
import type { EndedRow, ItemKey } from '../../../products/product';
import { orderById } from '../../../views/stored/queries';
import type { OrderStatus } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import { Reader } from '../endpoints/reader';

@Injectable()
export class EndedOrders {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Null if no such item exists or it belongs to another user. `position`: the position the rejection was decided at. */
  async refusalOf(command: Command, { rejected, facts }: Rejection, position: number): Promise<Refusal | null> {
    if (!NOT_FOUND.has(rejected)) return null;
    const row = BY_COMMAND.get(command.type);
    const itemKey = row ? row.named[command.type]?.(command as never) : orderOf(command, facts?.piece);
    if (!itemKey) return null;
    const findEnded = row?.find ?? ((stored: ViewsDatabase) => this.endedOrder(stored, itemKey));
    // Ended items never change, so the query waits for the read models only if the item is absent or still open.
    const outcome =
      (await findEnded(await this.reader.at(undefined), itemKey)) ??
      (await findEnded(await this.reader.at(position), itemKey));
    if (!outcome) return null;
    return facts?.piece === undefined
      ? outcome
      : new Refusal(outcome.code, { piece: facts.piece, ...(outcome.facts as object) });
  }

  private async endedOrder(stored: ViewsDatabase, { user, id }: ItemKey): Promise<Refusal | null> {
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

const ENDED = PRODUCTS.flatMap(({ ended = [] }) => ended);
const NOT_FOUND: ReadonlySet<string> = new Set(['order.not.found', ...ENDED.map(({ missing }) => missing)]);
const BY_COMMAND: ReadonlyMap<string, EndedRow> = new Map(
  ENDED.flatMap((row) => Object.keys(row.named).map((type) => [type, row])),
);

function orderOf(command: Command, piece: string | number | undefined): ItemKey | null {
  const { type } = command;
  if (type === 'CancelOrder' || type === 'AmendOrder' || type === 'AmendPerpetualOrder')
    return { user: command.user, id: command.order };
  if (type !== 'QuoteMarket') return null;
  const [list, index] = String(piece).split('/');
  const id = list === 'cancels' ? command.cancels[Number(index)] : command.amends[Number(index)]?.order;
  return id === undefined ? null : { user: command.user, id };
}

/** Status of a contract order in the terms of a spot order. */
function statusOf(isFilled: boolean, filledQuantity: number): OrderStatus {
  if (isFilled) return 'filled';
  return filledQuantity === 0 ? 'cancelled' : 'partially_cancelled';
}
