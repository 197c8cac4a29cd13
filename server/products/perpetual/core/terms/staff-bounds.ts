/** Bounds of a perpetual's terms that even two staff members cannot exceed. */
import { houseAccount } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import { reject, type Rejection } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';

export const LEVERAGE_MAX = 125;
/** Maximum distance from the mark: a fifth. */
export const PRICE_LIMIT_PPB_MAX = 200_000_000;
/** Maximum open interest as a multiple of the quote asset's insurance fund when the terms are set. */
export const FUND_TIMES_MAX = 100n;

interface Bounded {
  base: string;
  quote: string;
  index: string;
  takerFeesPpb: readonly number[];
  priceLimitPpb: number;
}

/** Returns null if the terms are within the bounds. Journals from before staff were recorded have no bounds. */
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
