/** Staff freezes of users' funds: who froze them and why, and when and why they were released. */
import { actorId } from '../../core/actor';
import type { Batch } from '../../core/event';
import type { Projection } from './projection';
import type { FrozenFundsRow } from './tables';

export const frozenFundsProjection: Projection = {
  name: 'frozen funds',
  tables: ['frozenFunds'],
  reads: {
    FundsFrozen: ({ hold }, { rows }) => rows.frozenFunds.markNew(hold),
    FundsUnfrozen: ({ hold }, { rows }) => rows.frozenFunds.prefetch(hold),
  },
  writes: {
    FundsFrozen: ({ hold, user, asset, amount, account = 'spot', reason }, { rows, stored, at, position }) => {
      rows.frozenFunds.put({
        hold,
        userId: user,
        account,
        asset,
        amount,
        reason,
        frozenBy: actorId(stored.batch.actor),
        frozenAt: at,
        releasedBy: null,
        releasedAt: null,
        releaseReason: null,
        position,
      });
    },
    FundsUnfrozen: ({ hold, reason }, { rows, stored, at, position }) => {
      const released: Partial<FrozenFundsRow> = {
        releasedBy: proposerIn(stored.batch) ?? actorId(stored.batch.actor),
        releasedAt: at,
        releaseReason: reason,
      };
      rows.frozenFunds.put(Object.assign(rows.frozenFunds.get(hold), released, { position }));
    },
  },
};

/** A two-person decision counts as an act of the proposer, regardless of who confirms it and when it takes effect. */
function proposerIn({ events }: Batch): number | null {
  const applied = events.find((event) => event.type === 'StaffApplied');
  return applied?.by ?? null;
}
