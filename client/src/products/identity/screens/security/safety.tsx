import { SAFETY_LEVELS } from '../../../../../../shared/products/identity/rules/safety';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { useTexts } from '../../../../shared/i18n/use-texts';
import styles from './parts/security.module.css';

/** Low, middle or high, as a bar of three and in words. */
export function SafetyMeter({ level }: { level: SecurityOverview['safetyLevel'] }) {
  const { say } = useTexts();
  const reached = SAFETY_LEVELS.indexOf(level);
  return (
    <div className={styles.level}>
      <b>{say(`security.level.${level}`)}</b>
      <div className={styles.meter} data-level={level} aria-hidden="true">
        {SAFETY_LEVELS.map((step, index) => (
          <span key={step} data-on={index <= reached} />
        ))}
      </div>
      <p className={styles.muted}>{say(`security.level_hint.${level}`)}</p>
    </div>
  );
}

/** What may be withdrawn a day with each binding more; one's own figure stands out. */
export function Limits({ overview }: { overview: SecurityOverview }) {
  const { say, numbers } = useTexts();
  const { limitBindings, verified, withdrawalLimits } = overview;
  const shown = (limit: string) => `${numbers.fixed(limit, 0)} USDT`;
  return (
    <table className={styles.limits}>
      <caption className="spoken">{say('security.limits')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('security.bindings')}</th>
          <th scope="col">{say('account.verification.not_certified')}</th>
          <th scope="col">{say('account.verification.certified')}</th>
        </tr>
      </thead>
      <tbody>
        {withdrawalLimits.map(({ bindings, limit, verifiedLimit }) => (
          <tr key={bindings}>
            <th scope="row">{bindings}</th>
            <td data-current={bindings === limitBindings && !verified}>{shown(limit)}</td>
            <td data-current={bindings === limitBindings && verified}>{shown(verifiedLimit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
