import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useServerWords } from '../../../i18n/server-words';
import { useTexts } from '../../../i18n/use-texts';
import styles from './order-form.module.css';

interface TicketNoteProps {
  /** Absent without an obstacle. */
  kind?: 'bad' | 'warning' | undefined;
  children?: ReactNode;
}

/** Note above the button, in reserved space. */
export function TicketNote({ kind, children }: TicketNoteProps) {
  return (
    <div className={styles.note} role={kind === 'bad' ? 'alert' : 'status'} data-kind={kind}>
      {children}
    </div>
  );
}

/** Link to log-in or verification, which ordering requires. */
export function UnverifiedNote() {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <TicketNote kind="warning">
      {serverText('code', 'account.not.authenticated')} <Link to="/accountSet/realName">{t('place.verify')}</Link>
    </TicketNote>
  );
}
