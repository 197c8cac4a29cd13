import type { FinancialProduct, MiningProduct } from '../../../../../shared/products/earn/wire';

/** Screens of each kind: products, and the user's purchases. */
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

/** Fields common to products of both kinds. */
export type EarnOffer = Pick<
  FinancialProduct & MiningProduct,
  'product' | 'name' | 'asset' | 'termDays' | 'quota' | 'remaining' | 'state'
>;
