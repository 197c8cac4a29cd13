import { useTexts } from '../../../i18n/use-texts';
import styles from './order-form.module.css';

/** Replaces the price field of a market order. */
export function AtMarket() {
  const { t } = useTexts();
  return (
    <p className={styles.atMarket}>
      <span>{t('place.price')}</span>
      <span>{t('place.at_market')}</span>
    </p>
  );
}
