import { TriangleAlert } from 'lucide-react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { ageText } from './age';
import styles from './desk.module.css';

interface WaitingProps {
  since: number;
  /** When that was judged. */
  now: number;
  isOverdue: boolean;
}

/** How long something has been waiting; with an alarm when it is too long. */
export function Waiting({ since, now, isOverdue }: WaitingProps) {
  const { say, language } = useTexts();
  return (
    <span className={styles.waiting} data-overdue={isOverdue} title={dateAndTime(since)}>
      {isOverdue && <TriangleAlert size={14} aria-hidden="true" />}
      {ageText(HTML_LANG[language], now - since)}
      {isOverdue && <span className="spoken">{say('staff.overdue')}</span>}
    </span>
  );
}
