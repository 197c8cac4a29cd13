/** Rebates to those who invited, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { getOrThrow } from '../../../core/evolve-helpers';
import { countFees } from './fee-counting';
import { referralSnapshotRows } from './snapshot';
import { referralCommands, referralDueWork, referralEvents } from './product';
import { createReferralState } from './state';

export const referral = {
  commands: referralCommands,
  events: referralEvents,
  foreignEvents: {
    TradeExecuted(state, event, { at }) {
      if (state.referral.tables.length === 0) return;
      const { base, quote } = getOrThrow(state.markets, event.market).terms;
      const [makerPaid, takerPaid] = event.takerSide === 'buy' ? [quote, base] : [base, quote];
      countFees(state, event, makerPaid, takerPaid, at);
    },
    PerpetualTraded(state, event, { at }) {
      // Trades of liquidations earn no rebates.
      if (state.referral.tables.length === 0 || event.takerMode === 'liquidation') return;
      const { quote } = getOrThrow(state.markets, event.market).terms;
      countFees(state, event, quote, quote, at);
    },
  },
  snapshotRows: referralSnapshotRows,
  dueWork: referralDueWork,
  states: (): Pick<ProductStates, 'referral'> => ({ referral: createReferralState() }),
} satisfies Part;
