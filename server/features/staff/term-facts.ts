/** Facts of a proposal with decimals instead of ticks and units. */
import { decimalOf, scaleOf, unitsOf } from '../../../shared/rules/units';
import { VALUE_ASSET, VALUE_SCALE, VOLUME_SCALE } from '../../../shared/rules/valuation';
import type { LiveMarket, MarketsView } from '../../views/live/markets';

export type Facts = Record<string, string | number>;
type Known = Pick<MarketsView, 'find' | 'scale'>;
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
type Written = (units: Units, fact: Fact, known: Known) => Fact;

const price: Written = (units, fact) => units.price(fact);
const quantity: Written = (units, fact) => units.quantity(fact);
const amount: Written = (units, fact) => units.amount(fact);
const amounts: Written = (units, fact) => each(fact, (one) => units.amount(one));
/** For facts without an asset. */
const usdt: Written = (_, fact, known) => decimalOf(BigInt(fact), known.scale(VALUE_ASSET) ?? 0);
const value: Written = (_, fact) => decimalOf(BigInt(fact), VALUE_SCALE);

/**
 * Formats of all facts except plain names and numbers. Rates stay in parts per billion; the screen chooses their
 * decimals.
 */
const FACTS: Readonly<Record<string, Written>> = {
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
  tiers: (units, fact) =>
    each(fact, (tier) => {
      const [cap = '0', ...rest] = tier.split('/');
      return [units.amount(cap), ...rest].join('/');
    }),
  amount,
  minimum: amount,
  // An amount for funds; a boolean for an account.
  frozen: (units, fact) => (typeof fact === 'number' ? fact : units.amount(fact)),
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
  volumes: (_, fact) => each(fact, (volume) => decimalOf(BigInt(volume), VOLUME_SCALE)),
};

export function decimalFacts(known: Known, facts: Readonly<Facts>): Facts {
  const units = unitsFor(known, facts);
  const written = ([fact, given]: [string, Fact]): [string, Fact] => {
    const write = Object.hasOwn(FACTS, fact) ? FACTS[fact] : null;
    return [fact, write ? write(units, given, known) : given];
  };
  return Object.fromEntries(Object.entries(facts).map(written));
}

function unitsFor(known: Known, facts: Readonly<Facts>): Units {
  const { market, asset, scale } = facts;
  const listed = typeof market === 'string' ? known.find(market) : undefined;
  if (listed) return ofMarket(listed);
  if (typeof market === 'string') return ofListing(known, facts);
  // An asset to be listed states its own decimals.
  const digits = (typeof asset === 'string' ? known.scale(asset) : undefined) ?? Number(scale ?? 0);
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
function ofListing(known: Known, { tick, lot, multiplier, quote }: Readonly<Facts>): Units {
  const digits = known.scale(String(quote)) ?? 0;
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
