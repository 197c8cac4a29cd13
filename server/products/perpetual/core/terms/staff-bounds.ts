/** Bounds of a perpetual's terms that no two of staff loosen. */
import { houseAccount } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import { reject, type Rejection } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';

export const LEVERAGE_MAX = 125;
/** Of the mark: a fifth. */
export const PRICE_LIMIT_PPB_MAX = 200_000_000;
/** Open interest is at most so many times the insurance fund of the quote, as it is when the terms are set. */
export const FUND_TIMES_MAX = 100n;

interface Bounded {
  base: string;
  quote: string;
  index: string;
  takerFeesPpb: readonly number[];
  priceLimitPpb: number;
}

/** Null within them. Where no staff are known, as in journals of before, there are none. */
export function refuseBeyondBounds(view: CoreView, terms: Readonly<Bounded>): Rejection | null {
  if (!view.staff.told) return null;
  const { base, quote, index, takerFeesPpb, priceLimitPpb } = terms;
  const isWithin =
    index === `${base}-${quote}` && takerFeesPpb.every((fee) => fee > 0) && priceLimitPpb <= PRICE_LIMIT_PPB_MAX;
  return isWithin ? null : reject('market.terms.out.of.bounds');
}

export function refuseLeverage({ staff }: CoreView, leverages: readonly number[] = []): Rejection | null {
  const isWithin = !staff.told || leverages.every((leverage) => leverage <= LEVERAGE_MAX);
  return isWithin ? null : reject('market.terms.out.of.bounds');
}

export function refuseOpenInterest(
  { staff, ledger }: CoreView,
  asset: string,
  openInterestMax: bigint,
): Rejection | null {
  if (!staff.told) return null;
  const maximum = balanceOf(ledger, houseAccount('insurance', asset)) * FUND_TIMES_MAX;
  if (openInterestMax <= maximum) return null;
  return reject('open.interest.above.fund', { asset, maximum: `${maximum}` });
}
