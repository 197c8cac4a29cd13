import type { LiquidationDetail } from '../../../../../../shared/products/perpetual/wire';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import type { OutcomeTerms } from '../../../../entities/contract/outcomes';

/** What a liquidation is explained from. */
export interface WhyProps {
  detail: LiquidationDetail;
  market: MarketRecord;
  terms: OutcomeTerms;
}
