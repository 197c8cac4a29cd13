import { TriangleAlert } from 'lucide-react';
import { HTML_LANG } from '../../../../shared/wire/languages';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { ageText } from './age';
import styles from './admin.module.css';

interface WaitingProps {
  since: number;
  /** Time to which the age refers. */
  now: number;
  isOverdue: boolean;
}

/** Age of a task, marked if overdue. */
export function Waiting({ since, now, isOverdue }: WaitingProps) {
  const { t, language } = useTexts();
  return (
    <span className={styles.waiting} data-overdue={isOverdue} title={dateAndTime(since)}>
      {isOverdue && <TriangleAlert size={14} aria-hidden="true" />}
      {ageText(HTML_LANG[language], now - since)}
      {isOverdue && <span className="spoken">{t('staff.overdue')}</span>}
    </span>
  );
}
