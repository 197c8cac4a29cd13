/** Converts traders' requests to commands. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CONTRACT_ROUTES } from '../../../../shared/products/perpetual/wire';
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import type * as Trading from '../../../core/trading/commands';
import type * as Core from '../core/commands';
import type { CommandPort, ReferenceData } from '../../../engine/port';
import { Refusal } from '../../../platform/errors/refusal';
import { CommandOf } from '../../../platform/http/route-messages';
import { COMMAND_PORT, REFERENCE } from '../../../platform/tokens';
import { orderOf } from '../../../views/stored/queries';
import { amountOf, idOf, lotsOf, ticksOf } from '../../../features/shared/orders/convert';
import { messageHandler } from '../../../features/shared/endpoints/handlers';
import { marketOf } from '../../../features/shared/orders/markets';
import { requestedTermsOf } from '../../../features/shared/orders/order-terms';
import { Reader } from '../../../features/shared/endpoints/reader';
import { answerOf, Submitter } from '../../../features/shared/endpoints/submitter';
import { commandHandler } from '../../../features/shared/endpoints/command-handler';

export const PlaceOrder = commandHandler(
  SPOT_ROUTES.place,
  async ({ user, request }, { reference, assets }) => {
    const market = marketOf(reference, request.market);
    const { market: name, side } = request;
    const { tick, lot } = market.terms;
    const command: Core.PlaceOrder = {
      type: 'PlaceOrder',
      user,
      market: name,
      side,
      ...requestedTermsOf(request),
    };
    // Absent fields stay absent: the fingerprint of a retry must be that of the first try.
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    if (request.quoteAmount !== undefined) {
      const { scale } = await assets.get(market.terms.quote);
      command.quoteAmount = amountOf(request.quoteAmount, scale, market.terms.quote);
    }
    return { command, market };
  },
  'order',
);

class AmendOrder extends CommandOf(SPOT_ROUTES.amend) {}

@CommandHandler(AmendOrder)
export class AmendOrderHandler implements ICommandHandler<AmendOrder> {
  constructor(
    private readonly submitter: Submitter,
    private readonly reader: Reader,
    @Inject(REFERENCE) private readonly reference: ReferenceData,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
  ) {}

  async execute({ user, request }: AmendOrder) {
    const order = idOf(request.order);
    const market = marketOf(this.reference, request.market ?? (await this.marketName(user, order)));
    const { market: name, tick, lot } = market.terms;
    const command: Core.AmendOrder = { type: 'AmendOrder', user, order, market: name };
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
    const envelope = { actor: `user/${user}`, clientId: request.clientId, command } as const;
    return answerOf(await this.submitter.submit(envelope, market));
  }

  /** For a request without a market; a retry may come after the order has ended. */
  private async marketName(user: number, order: number): Promise<string> {
    const openMarket = this.reference.marketOfOrder(user, order);
    if (openMarket !== undefined) return openMarket;
    const loadOrder = async (position?: number) => orderOf(await this.reader.at(position), user, order);
    const endedOrder = (await loadOrder()) ?? (await loadOrder(this.port.figures().durablePosition));
    if (!endedOrder) throw new Refusal('order.not.found');
    return endedOrder.market;
  }
}

/** Shared by spot and contracts: the order's id determines its market. */
export const cancelOrderHandler = (route: typeof SPOT_ROUTES.cancel | typeof CONTRACT_ROUTES.cancel) =>
  commandHandler(route, ({ user, request: { order } }) => ({ type: 'CancelOrder', user, order: idOf(order) }));
export const CancelOrder = cancelOrderHandler(SPOT_ROUTES.cancel);

export function cancelAllHandler(route: typeof SPOT_ROUTES.cancelAll | typeof CONTRACT_ROUTES.cancelAll) {
  class CancelAll extends CommandOf(route) {}
  return messageHandler(CancelAll, [Submitter], async ({ user, request: { clientId, market } }, submitter) => {
    const command: Trading.CancelAllOrders = { type: 'CancelAllOrders', user, market };
    return answerOf(await submitter.submitForAll({ actor: `user/${user}`, clientId, command }, 'order.not.found'));
  });
}
export const CancelAllOrders = cancelAllHandler(SPOT_ROUTES.cancelAll);

class QuoteMarket extends CommandOf(SPOT_ROUTES.quote) {}

@CommandHandler(QuoteMarket)
export class QuoteMarketHandler implements ICommandHandler<QuoteMarket> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(REFERENCE) private readonly reference: ReferenceData,
  ) {}

  async execute({ user, request: { clientId, market: name, cancels, amends, places } }: QuoteMarket) {
    const market = marketOf(this.reference, name);
    const { tick, lot } = market.terms;
    const command: Core.QuoteMarket = {
      type: 'QuoteMarket',
      user,
      market: name,
      cancels: cancels.map(idOf),
      amends: mapPieces('amends', amends, ({ order, price, quantity }) => {
        // Absent fields stay absent, as with a single amendment.
        const amend: Core.QuoteAmend = { order: idOf(order) };
        if (price !== undefined) amend.price = ticksOf(price, tick);
        if (quantity !== undefined) amend.quantity = lotsOf(quantity, lot);
        return amend;
      }),
      places: mapPieces('places', places, ({ side, price, quantity }) => {
        return { side, price: ticksOf(price, tick), quantity: lotsOf(quantity, lot) };
      }),
    };
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market);
    // The command's result is the id of the first order; the others have consecutive ids.
    return { ...answerOf(accepted), orders: places.map((_, index) => String(Number(accepted.id) + index)) };
  }
}

/** Names the piece in an error about the market's steps, as the core's rejections do. */
function mapPieces<T, R>(name: string, pieces: readonly T[], read: (piece: T) => R): R[] {
  return pieces.map((piece, index) => {
    try {
      return read(piece);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal(error.code, { ...(error.facts as object | null), piece: `${name}/${index}` });
    }
  });
}
