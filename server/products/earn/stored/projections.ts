/** Purchases of financial products and of mining, from the purchase to its end. */
import { dayOf } from '../../../../shared/rules/days';
import type { EventOf } from '../../../core/event';
import type { Projection, Scene } from '../../../views/stored/projection';

export const financialProjection: Projection = {
  name: 'financial products',
  tables: ['financialPurchases'],
  reads: {
    FinancialBought: ({ purchase }, { rows }) => rows.financialPurchases.expectNew(purchase),
    FinancialEnded: ({ purchase }, { rows }) => rows.financialPurchases.want(purchase),
    FinancialRenewalSet: ({ purchase }, { rows }) => rows.financialPurchases.want(purchase),
  },
  writes: {
    FinancialBought: bought,
    FinancialEnded: ended,
    FinancialRenewalSet: ({ purchase, renew }, { rows, position }) => {
      const row = rows.financialPurchases.get(purchase);
      rows.financialPurchases.touch(Object.assign(row, { renew: renew === 'on' ? 1 : 0, position }));
    },
  },
};

export const miningProjection: Projection = {
  name: 'mining',
  tables: ['miningPurchases'],
  reads: {
    MiningBought: ({ purchase }, { rows }) => rows.miningPurchases.expectNew(purchase),
    MiningPaid: ({ purchase }, { rows }) => rows.miningPurchases.want(purchase),
    MiningEnded: ({ purchase }, { rows }) => rows.miningPurchases.want(purchase),
  },
  writes: {
    MiningBought: mined,
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

function bought(event: EventOf<'FinancialBought'>, { rows, at, position }: Scene): void {
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

function ended(event: EventOf<'FinancialEnded'>, { rows, position }: Scene): void {
  const { purchase, end: outcome, dueAt: endedAt, notRenewed = null } = event;
  const row = rows.financialPurchases.get(purchase);
  const returnsOn = outcome === 'cancelled' ? null : dayOf(endedAt);
  rows.financialPurchases.touch(Object.assign(row, { outcome, endedAt, returnsOn, notRenewed, position }));
}

function mined(event: EventOf<'MiningBought'>, { rows, at: boughtAt, position }: Scene): void {
  const { purchase: id, user: userId, product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout } = event;
  const { startsAt, expiresAt, income } = event;
  const terms = { product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout };
  const life = { boughtAt, startsAt, expiresAt, income, incomesPaid: 0, endedAt: null };
  rows.miningPurchases.put({ id, userId, ...terms, ...life, position });
}
