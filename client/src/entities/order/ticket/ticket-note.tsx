import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import styles from './order-form.module.css';

interface TicketNoteProps {
  /** Absent: nothing is in the way. */
  kind?: 'bad' | 'warning' | undefined;
  children?: ReactNode;
}

/** What is said above the button, in room that is kept for it. */
export function TicketNote({ kind, children }: TicketNoteProps) {
  return (
    <div className={styles.note} role={kind === 'bad' ? 'alert' : 'status'} data-kind={kind}>
      {children}
    </div>
  );
}

/** Only who is known may order; and where one becomes so. */
export function UnverifiedNote() {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <TicketNote kind="warning">
      {words('code', 'account.not.authenticated')} <Link to="/accountSet/realName">{say('place.verify')}</Link>
    </TicketNote>
  );
}
