import { Link } from 'react-router';
import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import shared from '../parts/wallet.module.css';

/** Why nothing can be withdrawn, whatever the amount. */
export type Hindrance = 'stopped' | 'held' | 'no_fund_password' | 'not_valued' | 'limit_used';

export function hindrancesIn(
  quote: Pick<WithdrawalQuote, 'stopped' | 'heldUntil' | 'hasFundPassword' | 'price' | 'limitLeft'>,
  now: number,
): Hindrance[] {
  return [
    quote.stopped ? ('stopped' as const) : null,
    quote.heldUntil !== null && quote.heldUntil > now ? ('held' as const) : null,
    quote.hasFundPassword ? null : ('no_fund_password' as const),
    quote.price === null ? ('not_valued' as const) : null,
    /[1-9]/.test(quote.limitLeft) ? null : ('limit_used' as const),
  ].filter((hindrance) => hindrance !== null);
}

export function Hindrances({ of, quote }: { of: readonly Hindrance[]; quote: WithdrawalQuote }) {
  const { say } = useTexts();
  const words = useServerWords();
  return of.map((hindrance) => (
    <p key={hindrance} className={shared.warning} role="status">
      {hindrance === 'stopped' && words('code', 'withdrawals.stopped')}
      {hindrance === 'held' && say('wallet.withdrawal.held', { time: dateAndTime(quote.heldUntil ?? 0) })}
      {hindrance === 'not_valued' && words('code', 'withdrawal.not.valued')}
      {hindrance === 'limit_used' && say('wallet.withdrawal.limit_used')}
      {hindrance === 'no_fund_password' && (
        <>
          {say('wallet.withdrawal.no_fund_password')}{' '}
          <Link to="/accountSet/fundPassword">{say('wallet.withdrawal.set_fund_password')}</Link>
        </>
      )}
    </p>
  ));
}
