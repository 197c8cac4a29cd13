import { Link } from 'react-router';
import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import shared from '../parts/wallet.module.css';

/** Restrictions that apply to any amount. */
export type WithdrawalBlock = 'stopped' | 'held' | 'no_fund_password' | 'not_valued' | 'limit_used';

export function withdrawalBlocksIn(
  quote: Pick<WithdrawalQuote, 'stopped' | 'heldUntil' | 'hasFundPassword' | 'price' | 'limitLeft'>,
  now: number,
): WithdrawalBlock[] {
  return [
    quote.stopped ? ('stopped' as const) : null,
    quote.heldUntil !== null && quote.heldUntil > now ? ('held' as const) : null,
    quote.hasFundPassword ? null : ('no_fund_password' as const),
    quote.price === null ? ('not_valued' as const) : null,
    /[1-9]/.test(quote.limitLeft) ? null : ('limit_used' as const),
  ].filter((block) => block !== null);
}

export function WithdrawalBlocks({ blocks, quote }: { blocks: readonly WithdrawalBlock[]; quote: WithdrawalQuote }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  return blocks.map((block) => (
    <p key={block} className={shared.warning} role="status">
      {block === 'stopped' && serverText('code', 'withdrawals.stopped')}
      {block === 'held' && t('wallet.withdrawal.held', { time: dateAndTime(quote.heldUntil ?? 0) })}
      {block === 'not_valued' && serverText('code', 'withdrawal.not.valued')}
      {block === 'limit_used' && t('wallet.withdrawal.limit_used')}
      {block === 'no_fund_password' && (
        <>
          {t('wallet.withdrawal.no_fund_password')}{' '}
          <Link to="/accountSet/fundPassword">{t('wallet.withdrawal.set_fund_password')}</Link>
        </>
      )}
    </p>
  ));
}
