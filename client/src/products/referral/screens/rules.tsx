import { dayName, dayOf } from '../../../../../shared/rules/days';
import type { ReferralRules } from '../../../../../shared/products/referral/wire';
import { useTexts } from '../../../kit/i18n/use-texts';
import { ratesShown } from './rates';
import styles from './share-page.module.css';

/** All rules that decide payments, in words. */
export function Rules({ rules: { rates, next } }: { rules: ReferralRules }) {
  const { t, numbers } = useTexts();
  return (
    <ul className={styles.rules}>
      <li>{t('share.rule.base')}</li>
      <li>{rates ? t('share.rule.rates', ratesShown(numbers, rates)) : t('share.lead_none')}</li>
      {next.map((one) => (
        <li key={one.from}>{t('share.rule.next', { day: dayFrom(one.from), ...ratesShown(numbers, one) })}</li>
      ))}
      <li>{t('share.rule.paid')}</li>
      <li>{t('share.rule.verified')}</li>
      <li>{t('share.rule.related')}</li>
      <li>{t('share.rule.self')}</li>
    </ul>
  );
}

/** First day that begins at or after `at`. */
function dayFrom(at: number): string {
  return dayName(dayOf(at - 1) + 1);
}
