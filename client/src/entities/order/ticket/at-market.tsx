import { useTexts } from '../../../shared/i18n/use-texts';
import styles from './order-form.module.css';

/** In place of the field for a price. */
export function AtMarket() {
  const { say } = useTexts();
  return (
    <p className={styles.atMarket}>
      <span>{say('place.price')}</span>
      <span>{say('place.at_market')}</span>
    </p>
  );
}
