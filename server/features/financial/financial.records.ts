/** What is known of financial products as the interface tells it. */
import type { EarnDesk, FinancialTerms } from '../../../shared/wire/earn-staff';
import type { EarnSale, FinancialProduct } from '../../../shared/wire/financial';
import type { LiveFinancialProduct } from '../../views/live/earn/earn';
import type { LiveViews } from '../../views/live/live-views';

type Views = Pick<LiveViews, 'markets' | 'earn'>;

export function productRecord({ terms, state, sold }: LiveFinancialProduct, views: Views): FinancialProduct {
  const { asset, quota } = terms;
  const isHeld = views.markets.asset(asset)?.trading === 'maintenance';
  const sale: EarnSale = state === 'open' && isHeld ? 'maintenance' : state;
  return {
    ...termsRecord(terms, views),
    scale: views.markets.scale(asset) ?? 0,
    remaining: views.markets.amount(asset, quota > sold ? quota - sold : 0n),
    state: sale,
  };
}

function termsRecord(terms: LiveFinancialProduct['terms'], { markets }: Views): FinancialTerms {
  const { product, name, asset, termDays, annualRatePpb, quota, amountMin, userMax } = terms;
  const amount = (units: bigint): string => markets.amount(asset, units);
  return {
    product,
    name,
    asset,
    termDays,
    annualRatePpb,
    quota: amount(quota),
    amountMin: amount(amountMin),
    userMax: amount(userMax),
  };
}

export function coverOf({ earn, markets }: Views): EarnDesk['cover'] {
  return earn.assets().map((asset) => {
    const { held, promised } = earn.coverOf(asset);
    const amount = (units: bigint): string => markets.amount(asset, units);
    return { asset, held: amount(held), promised: amount(promised), free: amount(held - promised) };
  });
}
