import type { FinancialProduct, MiningProduct } from '../../../../../shared/products/earn/wire';

/** Screens of either kind: products, and one's own purchases. */
export const EARN_SCREENS = {
  financial: {
    offers: { to: '/financial', text: 'menu.financial' },
    own: { to: '/financialRecords', text: 'menu.financial_records' },
  },
  mining: {
    offers: { to: '/defiFinancial', text: 'menu.mining' },
    own: { to: '/myDefi', text: 'menu.my_mining' },
  },
} as const;

/** Fields of a product of either kind. */
export type EarnOffer = Pick<
  FinancialProduct & MiningProduct,
  'product' | 'name' | 'asset' | 'termDays' | 'quota' | 'remaining' | 'state'
>;
