import { Link, useLocation } from 'react-router';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { OrderSide } from '../../entities/order/order-terms';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from '../../entities/order/ticket/order-form.module.css';

interface SendingProps {
  market: MarketRecord;
  side: OrderSide;
  isSending: boolean;
  isLogin: boolean;
  isOffline: boolean;
}

const CLOSED_CODES = {
  closed: 'coin.not.open',
  maintenance: 'coin.under.maintenance',
  cancel_only: 'market.cancel.only',
  close_only: 'market.close.only',
};

/** The button, or why there is none. */
export function Sending({ market, side, isSending, isLogin, isOffline }: SendingProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const { pathname, search } = useLocation();
  if (market.state !== 'open') {
    return (
      <p className={styles.closed} role="status">
        {words('code', CLOSED_CODES[market.state])}
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
        {say('place.log_in')}
      </Link>
    );
  }
  return (
    <button type="submit" className={styles.send} data-side={side} disabled={isSending || isOffline}>
      {isSending ? say('place.sending') : say(`place.${side}`, { asset: market.base })}
    </button>
  );
}
