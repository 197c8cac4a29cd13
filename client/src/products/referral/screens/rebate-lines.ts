/** Rebates as lines of a file: amounts to the last digit, times in the zone of the exchange. */
import { zonedTime } from '../../../../../shared/rules/days';
import { decimalOf } from '../../../../../shared/rules/units';
import type { ReferralRebate } from '../../../../../shared/products/referral/wire';
import { timeTitle } from '../../../shared/lib/csv';

/** Percent from parts of a billion. */
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
