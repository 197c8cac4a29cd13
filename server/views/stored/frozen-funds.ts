/** What staff froze of users' funds: by whom and why, and when and why it was released. */
import { actorId } from '../../core/actor';
import type { Batch } from '../../core/event';
import type { Projection } from './projection';
import type { FrozenFundsRow } from './tables';

export const frozenFundsProjection: Projection = {
  name: 'frozen funds',
  tables: ['frozenFunds'],
  reads: {
    FundsFrozen: ({ hold }, { rows }) => rows.frozenFunds.expectNew(hold),
    FundsUnfrozen: ({ hold }, { rows }) => rows.frozenFunds.want(hold),
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

/** What two of staff decided is the act of whoever proposed it, whoever confirmed it and whenever it takes effect. */
function proposerIn({ events }: Batch): number | null {
  const applied = events.find((event) => event.type === 'StaffApplied');
  return applied?.by ?? null;
}
