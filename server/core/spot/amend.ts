/** Amending a limit order in one batch: it keeps its id, and its place in the queue when only the quantity falls. */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import type { Entry } from '../ledger/entry';
import type { Disposition } from '../market/order';
import { termsAt } from '../market/terms';
import { broken, reject } from '../rejection';
import type { CoreView } from '../state';
import { cancelled, holdEntry, returnEntry } from './cancel';
import type { AmendOrder } from './commands';
import type { OrderAmended } from './events';
import { refuseMarket, refuseTrader } from './permission';
import { crosses, heldAsset, limitHold, refuseHold, refuseNotional, refuseQuantity } from './place';
import { mayRest, planTaking, pushFills, reasonOf, type Taking } from './take';
import { notionalOf } from '../market/market';

export function decideAmendOrder(view: CoreView, command: AmendOrder, { at }: Context): Decision {
  const trader = refuseTrader(view, command.user);
  if (trader) return trader;
  const order = view.orders.get(command.order);
  if (!order || order.user !== command.user) return reject('order.not.found');
  const market = view.markets.get(order.market);
  if (!market || !order.hold) broken(`order ${order.id} lacks a market or a hold`);
  const closed = refuseMarket(view, market);
  if (closed) return closed;
  if (order.kind !== 'limit' && order.kind !== 'stop_limit') return reject('amend.not.allowed');

  const price = command.price ?? order.price;
  const quantity = command.quantity ?? order.quantity;
  if (price === order.price && quantity === order.quantity) return reject('amend.nothing');
  const terms = termsAt(market, at);
  const { priceLowest, priceHighest } = terms;
  if (!Number.isSafeInteger(price) || price < priceLowest || price > priceHighest) return reject('price.out.of.range');
  const refusal = refuseQuantity(terms, quantity);
  if (refusal) return refusal;
  const open = quantity - order.filledQuantity;
  if (open <= 0) return reject('amend.below.filled', { filled: order.filledQuantity });
  const tooSmall = refuseNotional(terms, notionalOf(market, price, quantity));
  if (tooSmall) return tooSmall;

  const { id, user, side, selfTrade, hold } = order;
  const asset = heldAsset(market, side);
  const held = limitHold(market, side, price, open);
  const more = held - hold.remaining;
  const poor = more > 0n ? refuseHold(view, user, asset, more) : null;
  if (poor) return poor;
  const entries: Entry[] = [];
  if (more > 0n) entries.push(holdEntry(view.ledger, side, user, asset, more, hold.id));
  if (more < 0n) entries.push(returnEntry(view.ledger, side, user, asset, -more, hold.id));
  const amended = (disposition: Disposition): OrderAmended => {
    const openBefore = order.quantity - order.filledQuantity;
    return {
      type: 'OrderAmended',
      order: id,
      user,
      market: order.market,
      side,
      price,
      quantity,
      openBefore,
      priceBefore: order.price,
      disposition,
      entries,
    };
  };

  if (order.phase === 'waiting') return [amended('waits')];
  if (price === order.price && quantity < order.quantity) return [amended('keeps')];
  if (!crosses(market, side, price)) return [amended('rests')];
  if (order.timeInForce === 'post_only') return reject('order.would.take');

  const events: CoreEvent[] = [amended('takes')];
  const taking: Taking = { order: id, user, side, selfTrade, worstPrice: price, lots: open, budget: null, at };
  const plan = planTaking(view, market, taking);
  const takingHold = { id: hold.id, held, heldPrice: side === 'buy' ? price : 0 };
  const left = pushFills(view, market, taking, takingHold, plan, events);
  if (plan.remainingLots === 0) return events;
  if (mayRest(plan.stopped)) {
    events.push({
      type: 'OrderRested',
      order: id,
      user,
      market: order.market,
      side,
      price,
      quantity: plan.remainingLots,
    });
  } else {
    const after = { id, user, side, price };
    events.push(
      cancelled(view.ledger, after, market, plan.remainingLots, false, reasonOf(plan.stopped, 'limit'), hold, left),
    );
  }
  return events;
}
