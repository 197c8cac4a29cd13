/** Rebates as lines of a file: amounts to the last digit, times as numbers that any program reads. */
import type { ReferralRebate } from '../../../../shared/wire/referral';
import { ratioOfPpb } from '../../entities/fee/rates';

const HEAD = ['id', 'day', 'source', 'level', 'asset', 'fee', 'rate', 'amount', 'paidAt'] as const;

export function rebateLines(rebates: readonly ReferralRebate[]) {
  return {
    head: HEAD,
    rows: rebates.map(({ id, day, source, level, asset, fee, ratePpb, amount, paidAt }) => {
      return [id, day, source, String(level), asset, fee, ratioOfPpb(ratePpb), amount, new Date(paidAt).toISOString()];
    }),
  };
}
