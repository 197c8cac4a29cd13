/** Purchases of financial products and of mining, from the purchase to its end. */
import { dayOf } from '../../../../shared/rules/days';
import type { EventOf } from '../../../core/event';
import type { Projection, EventContext } from '../../../views/stored/projection';

export const financialProjection: Projection = {
  name: 'financial products',
  tables: ['financialPurchases'],
  reads: {
    FinancialBought: ({ purchase }, { rows }) => rows.financialPurchases.markNew(purchase),
    FinancialEnded: ({ purchase }, { rows }) => rows.financialPurchases.prefetch(purchase),
    FinancialRenewalSet: ({ purchase }, { rows }) => rows.financialPurchases.prefetch(purchase),
  },
  writes: {
    FinancialBought: addFinancialPurchase,
    FinancialEnded: endFinancialPurchase,
    FinancialRenewalSet: ({ purchase, renew }, { rows, position }) => {
      const row = rows.financialPurchases.get(purchase);
      rows.financialPurchases.markChanged(Object.assign(row, { renew: renew === 'on' ? 1 : 0, position }));
    },
  },
};

export const miningProjection: Projection = {
  name: 'mining',
  tables: ['miningPurchases'],
  reads: {
    MiningBought: ({ purchase }, { rows }) => rows.miningPurchases.markNew(purchase),
    MiningPaid: ({ purchase }, { rows }) => rows.miningPurchases.prefetch(purchase),
    MiningEnded: ({ purchase }, { rows }) => rows.miningPurchases.prefetch(purchase),
  },
  writes: {
    MiningBought: addMiningPurchase,
    MiningPaid: ({ purchase, payment: incomesPaid }, { rows, position }) => {
      const row = rows.miningPurchases.get(purchase);
      rows.miningPurchases.markChanged(Object.assign(row, { incomesPaid, position }));
    },
    MiningEnded: ({ purchase, dueAt: endedAt }, { rows, position }) => {
      const row = rows.miningPurchases.get(purchase);
      rows.miningPurchases.markChanged(Object.assign(row, { endedAt, position }));
    },
  },
};

function addFinancialPurchase(event: EventOf<'FinancialBought'>, { rows, at, position }: EventContext): void {
  const { purchase: id, user: userId, product, asset, amount, termDays, annualRatePpb, income } = event;
  const { startsAt, expiresAt, renew, renews } = event;
  rows.financialPurchases.put({
    ...{ id, userId, product, asset, amount, termDays, annualRatePpb, startsAt, expiresAt, income, position },
    boughtAt: renews === undefined ? at : startsAt,
    renew: renew === 'on' ? 1 : 0,
    renews: renews ?? null,
    outcome: null,
    endedAt: null,
    returnsOn: dayOf(expiresAt),
    notRenewed: null,
  });
}

function endFinancialPurchase(event: EventOf<'FinancialEnded'>, { rows, position }: EventContext): void {
  const { purchase, end: outcome, dueAt: endedAt, notRenewed = null } = event;
  const row = rows.financialPurchases.get(purchase);
  const returnsOn = outcome === 'cancelled' ? null : dayOf(endedAt);
  rows.financialPurchases.markChanged(Object.assign(row, { outcome, endedAt, returnsOn, notRenewed, position }));
}

function addMiningPurchase(event: EventOf<'MiningBought'>, { rows, at: boughtAt, position }: EventContext): void {
  const { purchase: id, user: userId, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout } = event;
  const { startsAt, expiresAt, income } = event;
  const terms = { product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout };
  const life = { boughtAt, startsAt, expiresAt, income, incomesPaid: 0, endedAt: null };
  rows.miningPurchases.put({ id, userId, ...terms, ...life, position });
}
