import type * as Core from '../../../products/spot/core/commands';

type Terms = Pick<Core.PlaceOrder, 'kind' | 'timeInForce' | 'selfTrade'>;

/** Terms of a requested order. By default limit orders rest and others do not. */
export function requestedTermsOf({ kind, timeInForce, selfTrade }: Omit<Terms, 'timeInForce'> & Partial<Terms>): Terms {
  const isLimited = kind === 'limit' || kind === 'stop_limit';
  return { kind, timeInForce: timeInForce ?? (isLimited ? 'gtc' : 'ioc'), selfTrade };
}
