import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../../kit/i18n/use-texts';
import { entryPath } from '../../../kit/lib/own-path';
import { PRODUCT_NAME } from '../../../kit/lib/product';
import styles from './enter.module.css';

interface EntryCardProps {
  currentPath: '/login' | '/register';
  /** Page to return to. */
  from: string;
  children: ReactNode;
}

export const LOG_IN_PATH = '/login?statusType=0';

const ENTRIES = [
  { path: '/login', text: 'login.title' },
  { path: '/register', text: 'login.register_title' },
] as const;

/** Card of log-in and registration, with a switch between them. */
export function EntryCard({ currentPath, from, children }: EntryCardProps) {
  const { t } = useTexts();
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h1>{t(currentPath === '/login' ? 'login.welcome' : 'login.register_welcome', { name: PRODUCT_NAME })}</h1>
        <nav className={styles.switch} aria-label={t('login.switch')}>
          {ENTRIES.map(({ path, text }) => (
            <Link
              key={path}
              to={entryPath(path, from)}
              replace
              aria-current={path === currentPath ? 'page' : undefined}
            >
              {t(text)}
            </Link>
          ))}
        </nav>
        {children}
      </section>
    </div>
  );
}

interface PlainCardProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** Card of entry pages without that switch, such as a forgotten password. */
export function PlainCard({ title, lead, children }: PlainCardProps) {
  const { t } = useTexts();
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </header>
        {children}
        <Link className={styles.back} to={LOG_IN_PATH}>
          <ArrowLeft size={15} aria-hidden="true" />
          {t('login.back')}
        </Link>
      </section>
    </div>
  );
}
