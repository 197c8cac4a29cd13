import type { LucideIcon } from 'lucide-react';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../../shared/lib/numbers/format';
import styles from '../parts/security.module.css';

/** A passkey or an authenticator, as its user tells it from others. */
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

/** What proves the account's owner, each with how long it has been there and when it was last used. */
export function FactorRows({ icon: Icon, factors, onRename, onRemove }: FactorRowsProps) {
  const { say } = useTexts();
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
              {say('passkeys.made', { time: dateAndTime(factor.createdAt) })}
              <br />
              {factor.lastUsedAt === null
                ? say('passkeys.never_used')
                : say('passkeys.used', { time: dateAndTime(factor.lastUsedAt) })}
            </p>
          </div>
          <span className={styles.actions}>
            <button
              type="button"
              className={styles.action}
              aria-label={`${say('passkeys.rename')}: ${factor.name}`}
              onClick={() => onRename(factor)}
            >
              {say('passkeys.rename')}
            </button>
            <button
              type="button"
              className={styles.action}
              data-kind="bad"
              aria-label={`${say('security.remove')}: ${factor.name}`}
              onClick={() => onRemove(factor)}
            >
              {say('security.remove')}
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
