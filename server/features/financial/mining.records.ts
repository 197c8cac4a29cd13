/** What is known of mining as the interface tells it. */
import type { MiningTerms } from '../../../shared/wire/earn-staff';
import type { EarnSale } from '../../../shared/wire/financial';
import type { MiningProduct } from '../../../shared/wire/mining';
import type { LiveMiningProduct } from '../../views/live/earn/mining';
import type { LiveViews } from '../../views/live/live-views';

type Views = Pick<LiveViews, 'markets'>;

export function miningProductRecord({ terms, state, sold }: LiveMiningProduct, views: Views): MiningProduct {
  const { markets } = views;
  const { asset, incomeAsset, quota } = terms;
  const isHeld = [asset, incomeAsset].some((one) => markets.asset(one)?.trading === 'maintenance');
  const sale: EarnSale = state === 'open' && isHeld ? 'maintenance' : state;
  return {
    ...miningTermsRecord(terms, views),
    scale: markets.scale(asset) ?? 0,
    incomeScale: markets.scale(incomeAsset) ?? 0,
    remaining: markets.amount(asset, quota > sold ? quota - sold : 0n),
    state: sale,
  };
}

function miningTermsRecord(terms: LiveMiningProduct['terms'], { markets }: Views): MiningTerms {
  const { product, name, asset, incomeAsset, termDays, dailyRatePpb, payout, rebate, rebatePpb } = terms;
  const amount = (units: bigint): string => markets.amount(asset, units);
  return {
    product,
    name,
    asset,
    incomeAsset,
    termDays,
    dailyRatePpb,
    payout,
    rebate: rebate === 'none' ? null : { type: rebate, ratioPpb: rebatePpb },
    quota: amount(terms.quota),
    amountMin: amount(terms.amountMin),
    amountMax: amount(terms.amountMax),
  };
}
