/** What a proposal changes, as decimals in place of steps and units. */
import { decimalOf, scaleOf, unitsOf } from '../../../shared/rules/units';
import { VALUE_SCALE, VOLUME_SCALE } from '../../../shared/rules/values';
import type { LiveMarket, MarketsView } from '../../views/live/markets';

export type Facts = Record<string, string | number>;
type Known = Pick<MarketsView, 'find' | 'scale'>;
type Fact = string | number;

/** Between the values of a list. */
const AMONG = ' · ';

/** What facts are counted in; several values of a fact stand with spaces between. */
interface Units {
  price: (ticks: Fact) => string;
  quantity: (lots: Fact) => string;
  /** Of the asset that they name, or of the quote of the market. */
  amount: (units: Fact) => string;
}
type Written = (units: Units, fact: Fact) => Fact;

const price: Written = (units, fact) => units.price(fact);
const quantity: Written = (units, fact) => units.quantity(fact);
const amount: Written = (units, fact) => units.amount(fact);
const amounts: Written = (units, fact) => each(fact, (one) => units.amount(one));
const value: Written = (_, fact) => decimalOf(BigInt(fact), VALUE_SCALE);

/** Every fact that is no plain name or number. Rates stay parts per billion: how many places they are shown with is the screen's. */
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
  // Of funds an amount; of an account yes or no.
  frozen: (units, fact) => (typeof fact === 'number' ? fact : units.amount(fact)),
  withdrawalFee: amount,
  withdrawalMin: amount,
  amountMin: amount,
  amountMax: amount,
  quota: amount,
  userMax: amount,
  sideMax: amount,
  totalMax: amount,
  levelsUserMax: amount,
  feeAmounts: amounts,
  limit: value,
  secondApprovalAbove: value,
  volumes: (_, fact) => each(fact, (volume) => decimalOf(BigInt(volume), VOLUME_SCALE)),
};

export function decimalFacts(known: Known, told: Readonly<Facts>): Facts {
  const units = unitsFor(known, told);
  const written = ([fact, given]: [string, Fact]): [string, Fact] => {
    const write = Object.hasOwn(FACTS, fact) ? FACTS[fact] : null;
    return [fact, write ? write(units, given) : given];
  };
  return Object.fromEntries(Object.entries(told).map(written));
}

function unitsFor(known: Known, told: Readonly<Facts>): Units {
  const { market, asset, scale } = told;
  const listed = typeof market === 'string' ? known.find(market) : undefined;
  if (listed) return ofMarket(listed);
  if (typeof market === 'string') return ofListing(known, told);
  // One that is to be listed says by itself how many digits it has.
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

/** One that is to be listed says by itself what it is counted in. */
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
  return String(list).split(' ').filter(Boolean).map(write).join(AMONG);
}
