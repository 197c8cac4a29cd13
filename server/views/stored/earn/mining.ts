/** Mining, from the purchase to its end. */
import type { EventOf } from '../../../core/event';
import type { Projection, Scene } from '../projection';

export const miningProjection: Projection = {
  name: 'mining',
  tables: ['miningPurchases'],
  reads: {
    MiningBought: ({ purchase }, { rows }) => rows.miningPurchases.expectNew(purchase),
    MiningPaid: ({ purchase }, { rows }) => rows.miningPurchases.want(purchase),
    MiningEnded: ({ purchase }, { rows }) => rows.miningPurchases.want(purchase),
  },
  writes: {
    MiningBought: bought,
    MiningPaid: ({ purchase, payment: incomesPaid }, { rows, position }) => {
      const row = rows.miningPurchases.get(purchase);
      rows.miningPurchases.touch(Object.assign(row, { incomesPaid, position }));
    },
    MiningEnded: ({ purchase, dueAt: endedAt }, { rows, position }) => {
      const row = rows.miningPurchases.get(purchase);
      rows.miningPurchases.touch(Object.assign(row, { endedAt, position }));
    },
  },
};

function bought(event: EventOf<'MiningBought'>, { rows, at: boughtAt, position }: Scene): void {
  const { purchase: id, user: userId, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout } = event;
  const { startsAt, expiresAt, income } = event;
  const terms = { product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout };
  const life = { boughtAt, startsAt, expiresAt, income, incomesPaid: 0, endedAt: null };
  rows.miningPurchases.put({ id, userId, ...terms, ...life, position });
}
