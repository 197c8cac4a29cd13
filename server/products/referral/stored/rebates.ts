/** Single rebates, and the sums of each day. */
import type { EventOf } from '../../../core/event';
import type { Projection, EventContext } from '../../../views/stored/projection';
import type { ReferralDayRow } from './tables';

export const rebatesProjection: Projection = {
  name: 'rebates',
  tables: ['referralRebates', 'referralDays'],
  reads: {
    RebatePaid: ({ user, day, asset }, { rows }) => rows.referralDays.prefetch(`${user}/${day}/${asset}`),
  },
  writes: { RebatePaid: addRebate },
};

function addRebate(event: EventOf<'RebatePaid'>, context: EventContext): void {
  const { user: userId, source, level, day, asset, fee, ratePpb, amount } = event;
  const { rows, eventPosition, at, position } = context;
  rows.referralRebates.add({ userId, eventPosition, source, level, day, asset, fee, ratePpb, amount, at, position });
  const row = dayRow(event, context);
  if (level === 1) row.level1 += amount;
  else row.level2 += amount;
  row.rebates += 1;
  row.position = position;
  rows.referralDays.markChanged(row);
}

function dayRow({ user: userId, day, asset }: EventOf<'RebatePaid'>, { rows, position }: EventContext): ReferralDayRow {
  let row = rows.referralDays.find(`${userId}/${day}/${asset}`);
  if (!row) {
    row = { userId, day, asset, level1: 0n, level2: 0n, rebates: 0, position };
    rows.referralDays.put(row);
  }
  return row;
}
