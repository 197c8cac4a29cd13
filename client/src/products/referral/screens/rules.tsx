import { dayName, dayOf } from '../../../../../shared/rules/days';
import type { ReferralRules } from '../../../../../shared/products/referral/wire';
import { useTexts } from '../../../shared/i18n/use-texts';
import { ratesShown } from './rates';
import styles from './share-page.module.css';

/** In plain words, all that decides what is paid. */
export function Rules({ rules: { rates, next } }: { rules: ReferralRules }) {
  const { say, numbers } = useTexts();
  return (
    <ul className={styles.rules}>
      <li>{say('share.rule.base')}</li>
      <li>{rates ? say('share.rule.rates', ratesShown(numbers, rates)) : say('share.lead_none')}</li>
      {next.map((one) => (
        <li key={one.from}>{say('share.rule.next', { day: dayFrom(one.from), ...ratesShown(numbers, one) })}</li>
      ))}
      <li>{say('share.rule.paid')}</li>
      <li>{say('share.rule.verified')}</li>
      <li>{say('share.rule.related')}</li>
      <li>{say('share.rule.self')}</li>
    </ul>
  );
}

/** The first day that begins at or after it. */
function dayFrom(at: number): string {
  return dayName(dayOf(at - 1) + 1);
}
