/** What may be looked up of financial products, and of what stands behind them and mining, as they are now: all from the live views. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { EarnDesk } from '../../../shared/wire/earn-staff';
import type { EarnPromised, FinancialProduct } from '../../../shared/wire/financial';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { LiveReader } from '../shared/live-reader';
import { coverOf, productRecord } from './financial.records';
import { miningProductRecord } from './mining.records';

export class FinancialOnSale extends Query<FinancialProduct[]> {}

@QueryHandler(FinancialOnSale)
export class FinancialOnSaleHandler implements IQueryHandler<FinancialOnSale> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  execute(): Promise<FinancialProduct[]> {
    return Promise.resolve(this.live.earn.products().map((product) => productRecord(product, this.live)));
  }
}

export class PromisedOfEarn extends Query<EarnPromised> {}

@QueryHandler(PromisedOfEarn)
export class PromisedOfEarnHandler implements IQueryHandler<PromisedOfEarn> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  execute(): Promise<EarnPromised> {
    const { earn, markets } = this.live;
    return Promise.resolve({
      position: earn.position,
      cover: coverOf(this.live).map(({ asset, held: behind, promised }) => ({ asset, held: behind, promised })),
      products: [
        ...earn.products().map(({ terms }) => ({
          ...{ kind: 'financial' as const, terms, promisedAsset: terms.asset },
          ...earn.heldOf(terms.product),
        })),
        ...earn.mining.products().map(({ terms }) => ({
          ...{ kind: 'mining' as const, terms, promisedAsset: terms.incomeAsset },
          ...earn.mining.heldOf(terms.product),
        })),
      ].map(({ kind, terms: { product, name, asset }, promisedAsset, principal, promised }) => ({
        ...{ kind, product, name, asset, promisedAsset },
        principal: markets.amount(asset, principal),
        promised: markets.amount(promisedAsset, promised),
      })),
    });
  }
}

export class DeskOfEarn extends Query<EarnDesk> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(DeskOfEarn)
export class DeskOfEarnHandler implements IQueryHandler<DeskOfEarn> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ minPosition }: DeskOfEarn): Promise<EarnDesk> {
    const live = await this.reader.at(minPosition);
    const { earn } = live;
    return {
      position: earn.position,
      financial: earn.products().map((product) => productRecord(product, live)),
      mining: earn.mining.products().map((product) => miningProductRecord(product, live)),
      cover: coverOf(live),
    };
  }
}
