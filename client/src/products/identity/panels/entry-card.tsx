import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../../shared/i18n/use-texts';
import { entryPath } from '../../../shared/lib/own-path';
import { PRODUCT_NAME } from '../../../shared/lib/product';
import styles from './enter.module.css';

interface EntryCardProps {
  shown: '/login' | '/register';
  /** Where the user goes on. */
  from: string;
  children: ReactNode;
}

export const LOG_IN_PATH = '/login?statusType=0';

const ENTRIES = [
  { path: '/login', text: 'login.title' },
  { path: '/register', text: 'login.register_title' },
] as const;

/** What log-in and registration share: one card, and the way from one to the other. */
export function EntryCard({ shown, from, children }: EntryCardProps) {
  const { say } = useTexts();
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h1>{say(shown === '/login' ? 'login.welcome' : 'login.register_welcome', { name: PRODUCT_NAME })}</h1>
        <nav className={styles.switch} aria-label={say('login.switch')}>
          {ENTRIES.map(({ path, text }) => (
            <Link key={path} to={entryPath(path, from)} replace aria-current={path === shown ? 'page' : undefined}>
              {say(text)}
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

/** A card of the entrance that stands beside that way: a password that was forgotten. */
export function PlainCard({ title, lead, children }: PlainCardProps) {
  const { say } = useTexts();
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
          {say('login.back')}
        </Link>
      </section>
    </div>
  );
}
