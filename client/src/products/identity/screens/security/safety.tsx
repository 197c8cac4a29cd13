import { SAFETY_LEVELS } from '../../../../../../shared/products/identity/rules/safety';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './parts/security.module.css';

/** Security level as a three-part bar and as text. */
export function SafetyMeter({ level }: { level: SecurityOverview['safetyLevel'] }) {
  const { t } = useTexts();
  const levelIndex = SAFETY_LEVELS.indexOf(level);
  return (
    <div className={styles.level}>
      <b>{t(`security.level.${level}`)}</b>
      <div className={styles.meter} data-level={level} aria-hidden="true">
        {SAFETY_LEVELS.map((step, index) => (
          <span key={step} data-on={index <= levelIndex} />
        ))}
      </div>
      <p className={styles.muted}>{t(`security.level_hint.${level}`)}</p>
    </div>
  );
}

/** Daily withdrawal limits by number of bindings; the user's own is highlighted. */
export function Limits({ overview }: { overview: SecurityOverview }) {
  const { t, numbers } = useTexts();
  const { limitBindings, verified, withdrawalLimits } = overview;
  const limitText = (limit: string) => `${numbers.fixed(limit, 0)} USDT`;
  return (
    <table className={styles.limits}>
      <caption className="spoken">{t('security.limits')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('security.bindings')}</th>
          <th scope="col">{t('account.verification.not_certified')}</th>
          <th scope="col">{t('account.verification.certified')}</th>
        </tr>
      </thead>
      <tbody>
        {withdrawalLimits.map(({ bindings, limit, verifiedLimit }) => (
          <tr key={bindings}>
            <th scope="row">{bindings}</th>
            <td data-current={bindings === limitBindings && !verified}>{limitText(limit)}</td>
            <td data-current={bindings === limitBindings && verified}>{limitText(verifiedLimit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
