import { Check } from 'lucide-react';
import type { WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import styles from './stages.module.css';

type Timed = Pick<WithdrawalRecord, 'appliedAt' | 'approvedAt' | 'payingAt' | 'endedAt'>;

const STAGES = [
  { name: 'applied', at: 'appliedAt' },
  { name: 'approved', at: 'approvedAt' },
  { name: 'paying', at: 'payingAt' },
  { name: 'withdrawn', at: 'endedAt' },
] as const satisfies readonly { name: string; at: keyof Timed }[];

/** Stages of a withdrawal in progress. */
export function Stages({ of: record }: { of: Timed }) {
  const { t } = useTexts();
  return (
    <ol className={styles.stages}>
      {STAGES.map(({ name, at }) => {
        const time = record[at];
        return (
          <li key={name} data-reached={time !== null} title={time === null ? undefined : dateAndTime(time)}>
            <span className={styles.dot} aria-hidden="true">
              {time !== null && <Check size={12} />}
            </span>
            <span>{t(`wallet.stage.${name}`)}</span>
            {time !== null && <span className="spoken">{dateAndTime(time)}</span>}
          </li>
        );
      })}
    </ol>
  );
}
