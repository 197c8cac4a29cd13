/** Decisions about timers. */
import { TIMER_ASSET, TIMER_SECONDS_MAX } from '../../../../shared/products/sample/rules';
import { AMOUNT_MAX } from '../../../core/amounts';
import type { Context, Decision } from '../../../core/decision';
import { getOrThrow } from '../../../core/evolve-helpers';
import { houseAccount } from '../../../core/ledger/entry';
import { spotBuckets } from '../../../core/ledger/ledger';
import { isRejection, reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import { refuseTrader } from '../../spot/core/permission';
import { checkProvisionalCover } from '../../wallet/core/finality';
import { refuseSpending } from '../../wallet/core/spending';
import type { RingTimer, SetTimerTerms, StartTimer } from './commands';

export function decideSetTerms({ timers }: CoreView, { price, reason }: SetTimerTerms): Decision {
  if (price > AMOUNT_MAX) return reject('amount.too.large');
  if (price === timers.price) return reject('terms.unchanged');
  return [{ type: 'TimerTermsSet', price, reason }];
}

export function decideStart(view: CoreView, command: StartTimer, { at }: Context): Decision {
  const { user, market, seconds, price: shown } = command;
  const { price, next } = view.timers;
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  if (!view.markets.has(market)) return reject('market.unknown');
  if (!Number.isSafeInteger(seconds) || seconds < 1 || seconds > TIMER_SECONDS_MAX)
    return reject('timer.time.invalid', { maximum: TIMER_SECONDS_MAX });
  if (price === 0n) return reject('timer.not.offered');
  if (price !== shown) return reject('timer.price.changed', { asset: TIMER_ASSET, price: `${price}` });
  const poor = refuseSpending(view, 'spot', user, TIMER_ASSET, price);
  if (poor) return poor;
  const leaving = { user, account: 'spot', asset: TIMER_ASSET, amount: price } as const;
  const covered = checkProvisionalCover(view, leaving, at, 'transfer.not.final');
  if (isRejection(covered)) return covered;
  const debit = spotBuckets(view.ledger, user, TIMER_ASSET).available;
  const paid = { kind: 'timer_price', debit, credit: houseAccount('fees', TIMER_ASSET), amount: price } as const;
  const ringsAt = at + seconds * 1_000;
  return [{ type: 'TimerStarted', timer: next, user, market, price, ringsAt, entries: [paid] }];
}

export function decideRing({ timers }: CoreView, { timer }: RingTimer): Decision {
  const { user, market, ringsAt: dueAt, index } = getOrThrow(timers.running, timer);
  return [{ type: 'TimerRung', timer, user, market, dueAt, index: index ?? undefined }];
}
