/** Facts of a proposal with decimals instead of ticks and units. */
import { decimalOf, scaleOf, unitsOf } from '../../../shared/rules/units';
import { VALUE_ASSET, VALUE_SCALE, VOLUME_SCALE } from '../../../shared/rules/valuation';
import type { LiveMarket, MarketsView } from '../../views/live/markets';

export type Facts = Record<string, string | number>;
type Markets = Pick<MarketsView, 'find' | 'scale'>;
type Fact = string | number;

/** Separator of list values. */
const LIST_SEPARATOR = ' · ';

/** Units of facts; several values of a fact are separated by spaces. */
interface Units {
  price: (ticks: Fact) => string;
  quantity: (lots: Fact) => string;
  /** Units of the named asset, or of the market's quote asset. */
  amount: (units: Fact) => string;
}
type FactFormat = (units: Units, rawValue: Fact, markets: Markets) => Fact;

const price: FactFormat = (units, rawValue) => units.price(rawValue);
const quantity: FactFormat = (units, rawValue) => units.quantity(rawValue);
const amount: FactFormat = (units, rawValue) => units.amount(rawValue);
const amounts: FactFormat = (units, rawValue) => each(rawValue, (one) => units.amount(one));
/** For facts without an asset. */
const usdt: FactFormat = (_, rawValue, markets) => decimalOf(BigInt(rawValue), markets.scale(VALUE_ASSET) ?? 0);
const value: FactFormat = (_, rawValue) => decimalOf(BigInt(rawValue), VALUE_SCALE);

/**
 * Formats of all facts except plain names and numbers. Rates stay in parts per billion; the screen chooses their
 * decimals.
 */
const FACTS: Readonly<Record<string, FactFormat>> = {
  quantityMin: quantity,
  quantityMax: quantity,
  priceLowest: price,
  priceHighest: price,
  referencePrice: price,
  notionalMin: amount,
  openInterestMax: amount,
  impactNotional: amount,
  makerFeesFixed: amounts,
  takerFeesFixed: amounts,
  tierCaps: amounts,
  tiers: (units, rawValue) =>
    each(rawValue, (tier) => {
      const [cap = '0', ...rest] = tier.split('/');
      return [units.amount(cap), ...rest].join('/');
    }),
  amount,
  minimum: amount,
  // An amount for funds; a boolean for an account.
  frozen: (units, rawValue) => (typeof rawValue === 'number' ? rawValue : units.amount(rawValue)),
  withdrawalFee: amount,
  withdrawalMin: amount,
  amountMin: amount,
  amountMax: amount,
  quota: amount,
  dailyMax: usdt,
  userMax: amount,
  sideMax: amount,
  totalMax: amount,
  levelsUserMax: amount,
  feeAmounts: amounts,
  limit: value,
  secondApprovalAbove: value,
  volumes: (_, rawValue) => each(rawValue, (volume) => decimalOf(BigInt(volume), VOLUME_SCALE)),
};

export function decimalFacts(markets: Markets, terms: Readonly<Facts>): Facts {
  const units = unitsFor(markets, terms);
  const formatEntry = ([name, rawValue]: [string, Fact]): [string, Fact] => {
    const format = Object.hasOwn(FACTS, name) ? FACTS[name] : null;
    return [name, format ? format(units, rawValue, markets) : rawValue];
  };
  return Object.fromEntries(Object.entries(terms).map(formatEntry));
}

function unitsFor(markets: Markets, terms: Readonly<Facts>): Units {
  const { market, asset, scale } = terms;
  const liveMarket = typeof market === 'string' ? markets.find(market) : undefined;
  if (liveMarket) return ofMarket(liveMarket);
  if (typeof market === 'string') return ofListing(markets, terms);
  // An asset to be listed states its own decimals.
  const digits = (typeof asset === 'string' ? markets.scale(asset) : undefined) ?? Number(scale ?? 0);
  return { price: String, quantity: String, amount: (units) => decimalOf(BigInt(units), digits) };
}

function ofMarket(market: LiveMarket): Units {
  return {
    price: (ticks) => market.price(Number(ticks)),
    quantity: (lots) => market.quantity(Number(lots)),
    amount: (units) => market.quoteAmount(BigInt(units)),
  };
}

/** A market to be listed states its own units. */
function ofListing(markets: Markets, { tick, lot, multiplier, quote }: Readonly<Facts>): Units {
  const digits = markets.scale(String(quote)) ?? 0;
  return {
    price: (ticks) => timesStep(String(tick ?? '1'), ticks),
    quantity: (lots) => timesStep(String(lot ?? multiplier ?? '1'), lots),
    amount: (units) => decimalOf(BigInt(units), digits),
  };
}

function timesStep(step: string, count: Fact): string {
  const scale = scaleOf(step);
  return decimalOf(BigInt(count) * (unitsOf(step, scale) as bigint), scale);
}

function each(list: Fact, write: (item: string) => string): string {
  return String(list).split(' ').filter(Boolean).map(write).join(LIST_SEPARATOR);
}
