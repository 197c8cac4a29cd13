/** Shared deposits of the wallet scenarios, and the total owed for them. */
import { RICH, observe } from '../../tools/fixtures/core-fixture';

export const OWED = 3n * RICH;

/** Deposits that their chain may revert can be traded, but not withdrawn until final. */

export const AMOUNT = 500_000n;
/** Credits Bob with a deposit that its chain may revert, beside his initial funds. */
export const early = (fields: Parameters<typeof observe>[1] = {}) =>
  observe(12, { amount: AMOUNT, provisional: 1, ...fields });
/** Credits units of BTC, worth 100 units of USDT each. */
export const bitcoin = (amount: bigint, fields: Parameters<typeof observe>[1] = {}) =>
  early({ asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount, ...fields });
