/** Rebates as CSV lines: unrounded amounts, times in the exchange's time zone. */
import { zonedTime } from '../../../../../shared/rules/days';
import { decimalOf } from '../../../../../shared/rules/units';
import type { ReferralRebate } from '../../../../../shared/products/referral/wire';
import { timeTitle } from '../../../kit/lib/csv';

/** Decimals of a percentage in parts per billion. */
const PERCENT_SCALE = 7;
const HEAD = ['id', 'day', 'source', 'level', 'asset', 'fee', 'rate (%)', 'amount', timeTitle('paidAt')];

export function rebateLines(rebates: readonly ReferralRebate[]) {
  return {
    head: HEAD,
    rows: rebates.map(({ id, day, source, level, asset, fee, ratePpb, amount, paidAt }) => {
      return [
        id,
        day,
        source,
        String(level),
        asset,
        fee,
        decimalOf(BigInt(ratePpb), PERCENT_SCALE),
        amount,
        zonedTime(paidAt),
      ];
    }),
  };
}
