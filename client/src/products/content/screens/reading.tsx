/** Shared parts of reading pages. */
import { ChevronLeft, Printer } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Chapter } from '../../../kit/entities/content/outline';
import type { Fault } from '../../../kit/api/envelope';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dayOf } from '../../../kit/lib/numbers/format';
import { IconButton } from '../../../kit/ui/controls/icon-button';
import { Note } from '../../../kit/ui/page/note';
import styles from './reading.module.css';

const NOT_FOUND: ReadonlySet<string> = new Set(['content.not.found', 'request.invalid']);

/** True if the article does not exist or the address names none. */
export function isNotFound({ code }: Fault): boolean {
  return code !== undefined && NOT_FOUND.has(code);
}

export function Loading() {
  const { t } = useTexts();
  return <Note kind="loading" text={t('page.loading')} />;
}

/** Shown inside the page, so that the frame and the way back stay. */
export function Missing({ path, title }: { path: string; title: TextKey }) {
  const { t } = useTexts();
  return (
    <div className={styles.missing}>
      <h1>{t('article.missing_title')}</h1>
      <p>{t('article.missing_text')}</p>
      <Link className={styles.action} to={path}>
        {t(title)}
      </Link>
    </div>
  );
}

export function BackLink({ path, title }: { path: string; title: TextKey }) {
  const { t } = useTexts();
  return (
    <Link className={styles.back} to={path} data-print="none">
      <ChevronLeft size={16} aria-hidden="true" />
      {t(title)}
    </Link>
  );
}

export function Day({ at }: { at: number }) {
  const day = dayOf(at);
  return <time dateTime={day}>{day}</time>;
}

export function PrintButton() {
  const { t } = useTexts();
  return (
    <span data-print="none">
      <IconButton label={t('article.print')} onClick={() => window.print()}>
        <Printer size={16} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

export function Outline({ chapters }: { chapters: readonly Chapter[] }) {
  const { t } = useTexts();
  return (
    <nav className={styles.outline} aria-label={t('article.outline')} data-print="none">
      <p>{t('article.outline')}</p>
      <ol>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface HeadProps {
  title: string;
  lead?: string;
  children?: ReactNode;
}

export function Head({ title, lead, children }: HeadProps) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </header>
  );
}

/** The frame scrolls to the top when the path changes. Here only the query changes. */
export function useTopOf(subject: string): void {
  useEffect(() => {
    // `void` drops a promise of newer browsers, which React would take for the effect's cleanup.
    void window.scrollTo(0, 0);
  }, [subject]);
}
