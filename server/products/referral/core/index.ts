/** Rebates to those who invited, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { referralLines } from './lines';
import { referralCommands, referralDebts, referralEvents } from './product';
import { createReferralState } from './state';

export const referral = {
  commands: referralCommands,
  events: referralEvents,
  lines: referralLines,
  debts: referralDebts,
  states: (): Pick<ProductStates, 'referral'> => ({ referral: createReferralState() }),
} satisfies Part;
