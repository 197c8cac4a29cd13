import { useEffect, useState } from 'react';
import { PASSWORD_LENGTH_MIN, PASSWORD_SCORE_MIN } from '../../../../../../shared/products/identity/rules/credentials';
import { useTexts } from '../../../i18n/use-texts';
import { strengthOf, type Strength } from '../../../lib/password-strength';
import styles from './password-meter.module.css';

const STEPS = [1, 2, 3, 4] as const;

/** Password strength while typing, as colour and text. */
export function PasswordMeter({ password, address }: { password: string; address: string }) {
  const { t } = useTexts();
  const [strength, setStrength] = useState<Strength>(0);
  useEffect(() => {
    let isCurrent = true;
    // No meter if the dictionaries fail to load; the server checks in any case.
    strengthOf(password, address).then(
      (judged) => isCurrent && setStrength(judged),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [password, address]);
  if (password === '') return null;
  const isShort = [...password].length < PASSWORD_LENGTH_MIN;
  const displayedStrength: Strength = isShort && strength > 1 ? 1 : strength;
  const kind = displayedStrength >= PASSWORD_SCORE_MIN ? 'good' : displayedStrength === 2 ? 'fair' : 'bad';
  return (
    <span className={styles.meter} data-kind={kind}>
      {STEPS.map((step) => (
        <span key={step} className={styles.step} data-on={displayedStrength >= step || undefined} aria-hidden="true" />
      ))}
      <span className={styles.words} role="status">
        {t(`login.strength.${displayedStrength}`)}
      </span>
    </span>
  );
}
