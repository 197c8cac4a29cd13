/** Terms of a market or contract that a proposal changes, as decimals in place of steps and units. */
import type { LiveMarket } from '../../views/live/markets';

type Facts = Record<string, string | number>;

/** Between the values of a list. */
const AMONG = ' · ';

/** Rates stay parts per billion: how many places they are shown with is the screen's. */
export function termFacts(market: LiveMarket, told: Readonly<Facts>): Facts {
  return Object.fromEntries(Object.entries(told).map(([fact, value]) => [fact, termFact(market, fact, value)]));
}

function termFact(market: LiveMarket, fact: string, value: string | number): string | number {
  const amount = (units: string): string => market.quoteAmount(BigInt(units));
  switch (fact) {
    case 'quantityMin':
    case 'quantityMax':
      return market.quantity(Number(value));
    case 'priceLowest':
    case 'priceHighest':
    case 'referencePrice':
      return market.price(Number(value));
    case 'notionalMin':
    case 'openInterestMax':
    case 'impactNotional':
      return amount(String(value));
    case 'makerFeesFixed':
    case 'takerFeesFixed':
      return each(value, amount);
    case 'tiers':
      return each(value, (tier) => {
        const [cap = '0', ...rest] = tier.split('/');
        return [amount(cap), ...rest].join('/');
      });
    default:
      return value;
  }
}

function each(list: string | number, write: (item: string) => string): string {
  return String(list).split(' ').filter(Boolean).map(write).join(AMONG);
}
