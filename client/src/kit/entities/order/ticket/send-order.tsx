import { memo } from 'react';
import { Link, useLocation } from 'react-router';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useServerWords } from '../../../i18n/server-words';
import { useTexts } from '../../../i18n/use-texts';
import styles from './order-form.module.css';

const CLOSED_CODES = {
  closed: 'coin.not.open',
  maintenance: 'coin.under.maintenance',
  cancel_only: 'market.cancel.only',
  close_only: 'market.close.only',
} as const;

interface SendOrderProps {
  /** State of the market. */
  state: MarketRecord['state'];
  /** True if this order is accepted despite that state. */
  isTaken?: boolean;
  side: 'buy' | 'sell';
  title: string;
  isLogin: boolean;
  isSending: boolean;
  isOffline: boolean;
}

/** The send button, or the reason for its absence. */
export const SendOrder = memo(function SendOrder({
  state,
  isTaken = false,
  side,
  title,
  isLogin,
  isSending,
  isOffline,
}: SendOrderProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const { pathname, search } = useLocation();
  if (state !== 'open' && !isTaken) {
    return (
      <p className={styles.closed} role="status">
        {serverText('code', CLOSED_CODES[state])}
      </p>
    );
  }
  if (!isLogin) {
    return (
      <Link
        className={styles.send}
        data-side={side}
        to={`/login?statusType=0&from=${encodeURIComponent(pathname + search)}`}
      >
        {t('place.log_in')}
      </Link>
    );
  }
  return (
    <button type="submit" className={styles.send} data-side={side} disabled={isSending || isOffline}>
      {isSending ? t('place.sending') : title}
    </button>
  );
});
