import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX, FROZEN_ORDERS_ENDED_MAX } from './bounds';
import { encodeBody } from '../products/core';
import { AMOUNT_MAX } from './amounts';
import type { OrderCancelled } from '../products/spot/core/events';
import { OWNER_MAX } from './market/book';

/** Names of assets have at most twelve letters. */
const LONGEST = 'ABCDEFGHIJKL';
const MOST = Number.MAX_SAFE_INTEGER;

test('the cancellations of one batch for a frozen account use less than half of its bytes', () => {
  const ended: OrderCancelled = {
    type: 'OrderCancelled',
    order: MOST,
    user: OWNER_MAX,
    market: `${LONGEST}-${LONGEST}`,
    side: 'sell',
    price: MOST,
    open: MOST,
    rested: 1,
    reason: 'account_frozen',
    entries: [
      {
        kind: 'cancel_sell_coin',
        debit: `${OWNER_MAX}/spot/${LONGEST}/frozen`,
        credit: `${OWNER_MAX}/spot/${LONGEST}/available`,
        amount: AMOUNT_MAX,
        hold: MOST,
      },
    ],
  };
  const body = encodeBody({
    v: 2,
    first: MOST,
    at: MOST,
    command: { type: 'EndFrozenOrders', cause: MOST },
    actor: 'system',
    events: Array.from({ length: FROZEN_ORDERS_ENDED_MAX }, () => ended),
  });
  expect(Buffer.byteLength(body)).toBeLessThan(BATCH_BYTES_MAX / 2);
  expect(FROZEN_ORDERS_ENDED_MAX).toBeLessThanOrEqual(BATCH_EVENTS_MAX / 2);
});
