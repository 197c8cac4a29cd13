/** Volumes for fee levels: each member's trades per day, and their 30-day sum in BTC. */
import { dayOf } from '../../../shared/rules/days';
import { VALUE_ASSET, VOLUME_SCALE } from '../../../shared/rules/valuation';
import { getOrThrow } from '../evolve-helpers';
import { baseOf, type Market } from '../market/market';
import type { Member } from '../member/member';
import type { CoreState, CoreView } from '../state';
import { addId } from './ordered-ids';
import { areRelated } from './related';
import { createMemberFees, type FeeProduct, type MemberFees } from './state';

/** Days in the window: the thirty before the day that begins. */
export const VOLUME_DAYS = 30;

/** The fields of a trade in any market that count towards the volume. */
interface Traded {
  readonly maker: number;
  readonly taker: number;
  /** Lots. */
  readonly quantity: number;
  /** Units of the quote asset. */
  readonly notional: bigint;
}

/**
 * Once the market's product has levels, a trade counts for both sides on the day of its batch, for that product alone.
 * Trades between accounts that may have the same owner do not count.
 */
export function noteVolume(state: CoreState, market: Market, trade: Traded, at: number): void {
  const { product } = market;
  if (state.fees[product].open === null) return;
  const amount = countedVolume(market, trade);
  if (amount === 0n) return;
  const maker = getOrThrow(state.members, trade.maker);
  const taker = getOrThrow(state.members, trade.taker);
  if (areRelated(state.members, maker, taker)) return;
  const day = dayOf(at);
  add(state, product, maker, day, amount);
  add(state, product, taker, day, amount);
}

/** Traded USDT units; 0 for markets without USDT. */
function countedVolume(market: Market, { notional, quantity }: Traded): bigint {
  if (market.terms.quote === VALUE_ASSET) return notional;
  return market.terms.base === VALUE_ASSET ? baseOf(market, quantity) : 0n;
}

function add(state: CoreState, product: FeeProduct, member: Member, day: number, amount: bigint): void {
  let fees = member.fees[product];
  if (fees === null) {
    fees = createMemberFees();
    member.fees[product] = fees;
    addId(state.fees[product].active, member.user);
  }
  const { days, traded } = fees;
  const last = days.length - 1;
  if (days[last] === day) traded[last] += amount;
  else {
    days.push(day);
    traded.push(amount);
  }
}

/**
 * The volume in a product of the thirty days that end with `day`, in BTC units of scale 8: each day by its own closing price,
 * rounded down. A day without a price counts for nothing.
 */
export function volumeUntil(
  view: CoreView,
  product: FeeProduct,
  { days, traded }: Readonly<MemberFees>,
  day: number,
): bigint {
  const { prices } = view.fees[product];
  const unit = 10n ** BigInt(VOLUME_SCALE);
  const assetUnit = 10n ** BigInt(view.assets.get(VALUE_ASSET)?.scale ?? 0);
  let volume = 0n;
  for (let index = 0; index < days.length; index++) {
    if (days[index] <= day - VOLUME_DAYS || days[index] > day) continue;
    const price = prices.get(days[index]) ?? 0n;
    // The price has scale 8 too, so its unit is multiplied in once more.
    if (price > 0n) volume += (traded[index] * unit * unit) / (price * assetUnit);
  }
  return volume;
}
