/** Checks before a quote, the place of each refusal on the form, and the route of a conversion. */
import type { Fault } from '../../../kit/api/envelope';
import { compare, isAbove } from '../../../kit/lib/numbers/exact';
import { decimalOfTyped, type Typed } from '../../../kit/lib/numbers/typed';

/** The server's code for the same refusal. Null: the field shows its own message. */
export type TicketFault = { code: string } | { code: null };

export function faultOf(input: Typed, available: string | null): TicketFault | null {
  if (input.kind === 'refused') return { code: null };
  const amount = decimalOfTyped(input);
  if (amount === null || compare(amount, '0') <= 0) return { code: 'amount.not.positive' };
  return available !== null && isAbove(amount, available) ? { code: 'balance.insufficient' } : null;
}

/** After these refusals a new quote for the same amount is offered. */
const OUTDATED: ReadonlySet<string> = new Set(['convert.least.not.reached', 'convert.quote.expired']);
const OF_AMOUNT = /^(amount|balance|quantity|notional|convert\.amount)\./;

/** `amount`: below the field. `quote`: a new quote is offered. `form`: above the button. */
export function placeOf({ code = '' }: Fault): 'amount' | 'quote' | 'form' {
  if (OUTDATED.has(code)) return 'quote';
  return OF_AMOUNT.test(code) ? 'amount' : 'form';
}

/** Coins of the route, such as `BTC`, `USDT`, `ETH`. */
export function routeOf(
  { from, to }: { from: string; to: string },
  legs: readonly { fee: { asset: string } }[],
): string[] {
  // A taker fee is charged in the received coin, so each leg but the last names an intermediate coin.
  return [from, ...legs.slice(0, -1).map(({ fee }) => fee.asset), to];
}
