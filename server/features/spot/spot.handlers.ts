/** From a trader's request to a command of the core. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PlaceOrderRequest } from '../../../shared/wire/spot';
import type * as Core from '../../core/command';
import type { Accepted, CommandPort } from '../../engine/port';
import type { Config } from '../../platform/config/config';
import { Refusal } from '../../platform/errors/refusal';
import { awaitPosition, type ProjectionProgress } from '../../platform/projection-progress';
import { COMMAND_PORT, CONFIG, LIVE_VIEWS, VIEWS_PROGRESS, STORED_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import { orderOf } from '../../views/stored/queries';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { AssetTerms } from '../shared/asset-terms.queries';
import { amountOf, idOf, lotsOf, ticksOf } from '../shared/convert';
import { marketNamed } from '../shared/markets';
import { answerOf, Submitter } from '../shared/submitter';
import { AmendOrder, CancelAllOrders, CancelOrder, PlaceOrder, QuoteMarket } from './spot.commands';

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly submitter: Submitter,
    private readonly assets: AssetTerms,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request }: PlaceOrder) {
    const market = marketNamed(this.views, request.market);
    const { market: name, side, kind, selfTrade, clientId } = request;
    const { tick, lot } = market.terms;
    const command: Core.PlaceOrder = {
      type: 'PlaceOrder',
      user,
      market: name,
      side,
      kind,
      timeInForce: request.timeInForce ?? usualTimeInForce(kind),
      selfTrade,
    };
    // Absent fields stay absent: the fingerprint of a retry must be that of the first try.
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
    if (request.trigger !== undefined) command.trigger = ticksOf(request.trigger, tick, 'trigger.out.of.range');
    if (request.quoteAmount !== undefined) {
      const { scale } = await this.assets.get(market.terms.quote);
      command.quoteAmount = amountOf(request.quoteAmount, scale);
    }
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market);
    return { ...answerOf(accepted), order: String(accepted.id) };
  }
}

/** An order with a limit may rest; one without never does. */
function usualTimeInForce(kind: PlaceOrderRequest['kind']): Core.PlaceOrder['timeInForce'] {
  return kind === 'limit' || kind === 'stop_limit' ? 'gtc' : 'ioc';
}

/**
 * Steps differ from market to market, so the order's own market must be known before its new price means anything. Live
 * views know every open order at once; the read models know ended ones too, for a retried amendment that comes after the
 * order has gone.
 */
@CommandHandler(AmendOrder)
export class AmendOrderHandler implements ICommandHandler<AmendOrder> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    @Inject(STORED_VIEWS) private readonly stored: ViewsDatabase,
    @Inject(VIEWS_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ user, request }: AmendOrder) {
    const order = idOf(request.order);
    const market = await this.marketOf(user, order);
    const { tick, lot } = market.terms;
    const command: Core.AmendOrder = { type: 'AmendOrder', user, order };
    if (request.price !== undefined) command.price = ticksOf(request.price, tick);
    if (request.quantity !== undefined) command.quantity = lotsOf(request.quantity, lot);
    const envelope = { actor: `user/${user}`, clientId: request.clientId, command } as const;
    return answerOf(await this.submitter.submit(envelope, market));
  }

  private async marketOf(user: number, order: number): Promise<LiveMarket> {
    const name = this.views.orders.marketOf(user, order) ?? (await this.endedIn(user, order));
    if (name === undefined) throw new Refusal('order.not.found');
    return marketNamed(this.views, name);
  }

  private async endedIn(user: number, order: number): Promise<string | undefined> {
    const { durablePosition } = this.port.figures();
    // Answered is what is durable; the views follow in the same breath.
    await this.views.waitFor(durablePosition, this.config.limits.projectionWaitMsMax);
    const open = this.views.orders.marketOf(user, order);
    if (open !== undefined) return open;
    const row = (await orderOf(this.stored, user, order)) ?? (await this.upToDate(user, order));
    return row?.market;
  }

  private async upToDate(user: number, order: number) {
    const { durablePosition } = this.port.figures();
    if (this.progress.position() >= durablePosition) return null;
    await awaitPosition(this.progress, durablePosition, this.config.limits.projectionWaitMsMax);
    return orderOf(this.stored, user, order);
  }
}

@CommandHandler(CancelOrder)
export class CancelOrderHandler implements ICommandHandler<CancelOrder> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, order } }: CancelOrder) {
    const command: Core.CancelOrder = { type: 'CancelOrder', user, order: idOf(order) };
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

@CommandHandler(CancelAllOrders)
export class CancelAllOrdersHandler implements ICommandHandler<CancelAllOrders> {
  constructor(private readonly submitter: Submitter) {}

  async execute({ user, request: { clientId, market } }: CancelAllOrders) {
    const command: Core.CancelAllOrders = { type: 'CancelAllOrders', user, market };
    const accepted: Accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command });
    return answerOf(accepted);
  }
}

@CommandHandler(QuoteMarket)
export class QuoteMarketHandler implements ICommandHandler<QuoteMarket> {
  constructor(
    private readonly submitter: Submitter,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async execute({ user, request: { clientId, market: name, cancels, amends, places } }: QuoteMarket) {
    const market = marketNamed(this.views, name);
    const { tick, lot } = market.terms;
    const command: Core.QuoteMarket = {
      type: 'QuoteMarket',
      user,
      market: name,
      cancels: cancels.map(idOf),
      amends: eachPiece('amends', amends, ({ order, price, quantity }) => {
        // Absent fields stay absent, as with a single amendment.
        const amend: Core.QuoteAmend = { order: idOf(order) };
        if (price !== undefined) amend.price = ticksOf(price, tick);
        if (quantity !== undefined) amend.quantity = lotsOf(quantity, lot);
        return amend;
      }),
      places: eachPiece('places', places, ({ side, price, quantity }) => {
        return { side, price: ticksOf(price, tick), quantity: lotsOf(quantity, lot) };
      }),
    };
    const accepted = await this.submitter.submit({ actor: `user/${user}`, clientId, command }, market);
    // The first of them names what the command made, and they are numbered in one go.
    return { ...answerOf(accepted), orders: places.map((_, index) => String(Number(accepted.id) + index)) };
  }
}

/** What of a piece does not fit the market's steps names the piece, as the core's refusals do. */
function eachPiece<T, R>(name: string, pieces: readonly T[], read: (piece: T) => R): R[] {
  return pieces.map((piece, index) => {
    try {
      return read(piece);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal(error.code, { ...(error.facts as object | null), piece: `${name}/${index}` });
    }
  });
}
