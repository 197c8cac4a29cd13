/** Money in and out: recharges and withdrawals. */
import type { Projection, Scene } from './projection';
import type { WithdrawalRow } from './tables';

export const walletProjection: Projection = {
  name: 'wallet',
  tables: ['withdrawals', 'recharges'],
  reads: {
    WithdrawalApplied: ({ withdrawal }, { rows }) => rows.withdrawals.expectNew(withdrawal),
    WithdrawalPaid: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    WithdrawalRejected: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    WithdrawalCancelled: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
  },
  writes: {
    RechargeCredited: ({ user, asset, amount, reference }, { rows, eventPosition, at, position }) => {
      rows.recharges.add({ userId: user, eventPosition, asset, amount, reference, at, position });
    },
    WithdrawalApplied: ({ withdrawal, user, asset, amount, fee }, { rows, at, position }) => {
      rows.withdrawals.put({
        id: withdrawal,
        userId: user,
        asset,
        amount,
        fee,
        status: 'applied',
        reason: null,
        reference: null,
        appliedAt: at,
        endedAt: null,
        position,
      });
    },
    WithdrawalPaid: ({ withdrawal, reference }, scene) => end(withdrawal, { status: 'paid', reference }, scene),
    WithdrawalRejected: ({ withdrawal, reason }, scene) => end(withdrawal, { status: 'rejected', reason }, scene),
    WithdrawalCancelled: ({ withdrawal }, scene) => end(withdrawal, { status: 'cancelled' }, scene),
  },
};

function end(id: number, changes: Partial<WithdrawalRow>, { rows, at, position }: Scene): void {
  rows.withdrawals.put(Object.assign(rows.withdrawals.get(id), changes, { endedAt: at, position }));
}
