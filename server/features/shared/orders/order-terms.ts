import type * as Core from '../../../products/spot/core/commands';

type Terms = Pick<Core.PlaceOrder, 'kind' | 'timeInForce' | 'selfTrade'>;

/** The terms of a requested order. By default, an order with a limit rests; one without never does. */
export function requestedTermsOf({ kind, timeInForce, selfTrade }: Omit<Terms, 'timeInForce'> & Partial<Terms>): Terms {
  const isLimited = kind === 'limit' || kind === 'stop_limit';
  return { kind, timeInForce: timeInForce ?? (isLimited ? 'gtc' : 'ioc'), selfTrade };
}
