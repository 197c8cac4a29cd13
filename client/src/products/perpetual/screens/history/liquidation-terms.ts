import type { LiquidationDetail } from '../../../../../../shared/products/perpetual/liquidations';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import type { OutcomeTerms } from '../../../../kit/entities/contract/outcomes';

/** Data that explains a liquidation. */
export interface WhyProps {
  detail: LiquidationDetail;
  market: MarketRecord;
  terms: OutcomeTerms;
}
