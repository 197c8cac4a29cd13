/** Financial products and mining as records of the API. */
import type { EarnPromised, EarnSale, FinancialProduct, MiningProduct } from '../../../../shared/products/earn/wire';
import type { EarnDesk } from '../../../../shared/products/earn/staff';
import type { EarnTerms, FinancialTerms, MiningTerms } from '../core/commands';
import type { LiveEarnProduct } from '../live/live-products';
import type { LiveViews } from '../../../views/live/live-views';

type Views = Pick<LiveViews, 'markets' | 'earn'>;

export function financialProducts(views: Views): FinancialProduct[] {
  return views.earn.financial.products().map((product) => financialProduct(product, views));
}

export function miningProducts(views: Views): MiningProduct[] {
  return views.earn.mining.products().map((product) => miningProduct(product, views));
}

function financialProduct(liveProduct: LiveEarnProduct<FinancialTerms>, { markets }: Views): FinancialProduct {
  const { product, name, asset, termDays, annualRatePpb, quota, amountMin, userMax } = liveProduct.terms;
  const amount = (units: bigint): string => markets.amount(asset, units);
  return {
    ...{ product, name, asset, termDays, annualRatePpb },
    ...{ quota: amount(quota), amountMin: amount(amountMin), userMax: amount(userMax) },
    scale: markets.scale(asset) ?? 0,
    remaining: amount(remainingOf(liveProduct)),
    state: saleOf(liveProduct, [asset], markets),
  };
}

function miningProduct(liveProduct: LiveEarnProduct<MiningTerms>, { markets }: Views): MiningProduct {
  const { product, name, asset, incomeAsset, termDays, dailyRatePpb, payout, rebate, rebatePpb } = liveProduct.terms;
  const amount = (units: bigint): string => markets.amount(asset, units);
  return {
    ...{ product, name, asset, incomeAsset, termDays, dailyRatePpb, payout },
    rebate: rebate === 'none' ? null : { type: rebate, ratioPpb: rebatePpb },
    quota: amount(liveProduct.terms.quota),
    amountMin: amount(liveProduct.terms.amountMin),
    amountMax: amount(liveProduct.terms.amountMax),
    scale: markets.scale(asset) ?? 0,
    incomeScale: markets.scale(incomeAsset) ?? 0,
    remaining: amount(remainingOf(liveProduct)),
    state: saleOf(liveProduct, [asset, incomeAsset], markets),
  };
}

function remainingOf({ terms: { quota }, sold }: LiveEarnProduct): bigint {
  return quota > sold ? quota - sold : 0n;
}

/** A product on sale is in maintenance if one of its coins is. */
function saleOf({ state }: LiveEarnProduct, coins: readonly string[], markets: LiveViews['markets']): EarnSale {
  const isHeld = coins.some((one) => markets.asset(one)?.trading === 'maintenance');
  return state === 'open' && isHeld ? 'maintenance' : state;
}

export function promisedRecord(views: Views): EarnPromised {
  const { position, financial, mining } = views.earn;
  const promisedProduct = (
    kind: 'financial' | 'mining',
    { product, name, asset }: EarnTerms,
    promisedAsset: string,
  ): EarnPromised['products'][number] => {
    const { principal, promised } = views.earn[kind].totalsOf(product);
    return {
      ...{ kind, product, name, asset, promisedAsset },
      principal: views.markets.amount(asset, principal),
      promised: views.markets.amount(promisedAsset, promised),
    };
  };
  return {
    position,
    cover: coverRecords(views).map(({ asset, held, promised }) => ({ asset, held, promised })),
    products: [
      ...financial.products().map(({ terms }) => promisedProduct('financial', terms, terms.asset)),
      ...mining.products().map(({ terms }) => promisedProduct('mining', terms, terms.incomeAsset)),
    ],
  };
}

export function earnAdminRecord(views: Views): EarnDesk {
  return {
    position: views.earn.position,
    financial: financialProducts(views),
    mining: miningProducts(views),
    cover: coverRecords(views),
  };
}

function coverRecords({ earn, markets }: Views): EarnDesk['cover'] {
  return earn.assets().map((asset) => {
    const { held, promised } = earn.coverOf(asset);
    const amount = (units: bigint): string => markets.amount(asset, units);
    return { asset, held: amount(held), promised: amount(promised), free: amount(held - promised) };
  });
}
