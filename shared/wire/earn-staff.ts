/** What staff may do about financial products and mining: what is sold, on what terms, and what stands behind it. */
import type { FinancialProduct } from './financial';
import type { MiningProduct } from './mining';

/** All of a product's terms; the core says which are possible. One that is not there yet is created. */
export type FinancialTerms = Omit<FinancialProduct, 'scale' | 'remaining' | 'state'>;
export type MiningTerms = Omit<MiningProduct, 'scale' | 'incomeScale' | 'remaining' | 'state'>;

interface Reasoned {
  clientId: string;
  reason: string;
}

/** The first of staff to ask proposes them, another who asks for the very same puts them into effect. */
export type SetFinancialTermsRequest = FinancialTerms & Reasoned;
export type SetMiningTermsRequest = MiningTerms & Reasoned;

export interface SetEarnStateRequest extends Reasoned {
  kind: 'financial' | 'mining';
  product: string;
  state: 'open' | 'closed';
}

/** Between the owners' money and what incomes and rebates are paid from. */
export interface FundEarnRequest extends Reasoned {
  asset: string;
  act: 'fund' | 'release';
  amount: string;
}

export interface EarnDesk {
  position: number;
  financial: FinancialProduct[];
  mining: MiningProduct[];
  /** What one of staff has proposed, and nobody has seconded. */
  proposed: { financial: (FinancialTerms & { by: number })[]; mining: (MiningTerms & { by: number })[] };
  cover: { asset: string; held: string; promised: string; free: string }[];
}
