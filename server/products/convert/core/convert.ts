/**
 * Converts one coin into another in one batch: one market order, or two over USDT, of which the second spends the
 * proceeds of the first. A quote is this decision on the current state.
 */
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import { QUOTE_VALID_MS } from '../../../../shared/products/convert/rules/quote';
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { availableOf } from '../../../core/ledger/ledger';
import { termsAt } from '../../../core/market/scheduled-terms';
import { isRejection, reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import { refuseTrader } from '../../spot/core/permission';
import { refuseHold } from '../../spot/core/place';
import { makersMaxOf } from '../../spot/core/take';
import type { ConvertCoin } from './commands';
import type { Converted } from './events';
import { isOpen, tradeLeg, routeBetween, type Leg, type ConversionRoute } from './legs';

/** Reduces the maximum of resting orders: a second order and the conversion itself are in the batch too. */
const MAKERS_RESERVE = 4;

export function decideConvertCoin(view: CoreView, command: ConvertCoin, { at }: Context): Decision {
  const { user, from, to, amount, least, validUntil } = command;
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  if (at > validUntil) return reject('convert.quote.expired');
  if (validUntil - at > QUOTE_VALID_MS) return reject('convert.quote.invalid');
  const routes = routesOf(view, from, to);
  if (isRejection(routes)) return routes;
  if (amount <= 0n || least <= 0n) return reject('amount.not.positive');
  const poor = refuseHold(view, user, from, amount);
  if (poor) return poor;
  const legs = tradeLegs(view, routes, command, at);
  if (isRejection(legs)) return legs;

  const [first, last] = [legs[0], legs[legs.length - 1]];
  const { received } = last;
  if (received < least)
    return reject('convert.least.not.reached', { asset: to, received: `${received}`, least: `${least}` });
  const rest = legs.length === 2 ? first.received - last.spent : 0n;
  const converted: Converted = {
    type: 'Converted',
    conversion: view.convert.next,
    user,
    from,
    to,
    spent: first.spent,
    received,
    least,
    rest: rest > 0n ? rest : undefined,
    orders: legs.map((_, index) => view.counters.order + index),
  };
  return [...legs.flatMap(({ events }) => events), converted];
}

/** Number of the conversion; the first event belongs to an order. */
export function conversionOf(events: readonly CoreEvent[]): number | null {
  const last = events[events.length - 1];
  return last.type === 'Converted' ? last.conversion : null;
}

function routesOf(view: CoreView, from: string, to: string): ConversionRoute[] | Rejection {
  if (!view.assets.has(from) || !view.assets.has(to)) return reject('asset.unknown');
  if (from === to) return reject('convert.same.coin');
  const direct = routeBetween(view, from, to);
  if (direct && isOpen(view, direct)) return [direct];
  const [firstRoute, secondRoute] = [routeBetween(view, from, VALUE_ASSET), routeBetween(view, VALUE_ASSET, to)];
  if (firstRoute && secondRoute) return [firstRoute, secondRoute];
  return direct ? [direct] : reject('convert.market.none', { from, to });
}

/** The state does not change in between, so numbers, balances and batch size are tracked here. */
function tradeLegs(
  view: CoreView,
  routes: readonly ConversionRoute[],
  { user, from, amount }: ConvertCoin,
  at: number,
): Leg[] | Rejection {
  const max = routes.map(({ market }) => makersMaxOf(termsAt(market, at), view.counters));
  let makersMax = Math.min(...max) - MAKERS_RESERVE;
  let numbers = { ...view.counters };
  let [spending, available] = [amount, availableOf(view.ledger, user, from)];
  const legs: Leg[] = [];
  for (const route of routes) {
    const leg = tradeLeg(
      view,
      route,
      { user, amount: spending, at },
      { numbers, available, makersMax, mayLose: legs.length === 0 },
    );
    if (isRejection(leg)) return leg;
    legs.push(leg);
    const { order, hold, trade } = numbers;
    numbers = { order: order + 1, hold: hold + 1, trade: trade + leg.trades };
    makersMax -= leg.trades;
    [spending, available] = [leg.received, leg.received];
  }
  return legs;
}
