import type { LucideIcon } from 'lucide-react';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../../kit/lib/numbers/format';
import styles from '../parts/security.module.css';

/** A passkey or authenticator with the name its user gave it. */
export interface Factor {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

interface FactorRowsProps {
  icon: LucideIcon;
  factors: readonly Factor[];
  onRename: (factor: Factor) => void;
  onRemove: (factor: Factor) => void;
}

/** Second factors with their creation and last use. */
export function FactorRows({ icon: Icon, factors, onRename, onRemove }: FactorRowsProps) {
  const { t } = useTexts();
  return (
    <ul className={styles.rows}>
      {factors.map((factor) => (
        <li key={factor.id} className={styles.row} data-kind="factor">
          <span className={styles.icon}>
            <Icon size={18} aria-hidden="true" />
          </span>
          <div className={styles.about}>
            <b>{factor.name}</b>
            <p>
              {t('passkeys.made', { time: dateAndTime(factor.createdAt) })}
              <br />
              {factor.lastUsedAt === null
                ? t('passkeys.never_used')
                : t('passkeys.used', { time: dateAndTime(factor.lastUsedAt) })}
            </p>
          </div>
          <span className={styles.actions}>
            <button
              type="button"
              className={styles.action}
              aria-label={`${t('passkeys.rename')}: ${factor.name}`}
              onClick={() => onRename(factor)}
            >
              {t('passkeys.rename')}
            </button>
            <button
              type="button"
              className={styles.action}
              data-kind="bad"
              aria-label={`${t('security.remove')}: ${factor.name}`}
              onClick={() => onRemove(factor)}
            >
              {t('security.remove')}
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
