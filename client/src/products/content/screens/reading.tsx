/** The parts that everything that is read has in common. */
import { ChevronLeft, Printer } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Chapter } from '../../../entities/content/outline';
import type { Fault } from '../../../shared/api/envelope';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dayOf } from '../../../shared/lib/numbers/format';
import { IconButton } from '../../../shared/ui/controls/icon-button';
import { Note } from '../../../shared/ui/page/note';
import styles from './reading.module.css';

const NOT_FOUND: ReadonlySet<string> = new Set(['content.not.found', 'request.invalid']);

/** There is no such article, or the address never named one. */
export function isNotFound({ code }: Fault): boolean {
  return code !== undefined && NOT_FOUND.has(code);
}

export function Loading() {
  const { say } = useTexts();
  return <Note kind="loading" text={say('page.loading')} />;
}

/** Inside the page: the frame and the way back stay. */
export function Missing({ path, title }: { path: string; title: TextKey }) {
  const { say } = useTexts();
  return (
    <div className={styles.missing}>
      <h1>{say('article.missing_title')}</h1>
      <p>{say('article.missing_text')}</p>
      <Link className={styles.action} to={path}>
        {say(title)}
      </Link>
    </div>
  );
}

export function BackLink({ path, title }: { path: string; title: TextKey }) {
  const { say } = useTexts();
  return (
    <Link className={styles.back} to={path} data-print="none">
      <ChevronLeft size={16} aria-hidden="true" />
      {say(title)}
    </Link>
  );
}

export function Day({ at }: { at: number }) {
  const day = dayOf(at);
  return <time dateTime={day}>{day}</time>;
}

export function PrintButton() {
  const { say } = useTexts();
  return (
    <span data-print="none">
      <IconButton label={say('article.print')} onClick={() => window.print()}>
        <Printer size={16} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

export function Outline({ chapters }: { chapters: readonly Chapter[] }) {
  const { say } = useTexts();
  return (
    <nav className={styles.outline} aria-label={say('article.outline')} data-print="none">
      <p>{say('article.outline')}</p>
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

/** The frame goes to the top when the path changes; here it is what stands behind the path that changes. */
export function useTopOf(subject: string): void {
  useEffect(() => {
    // Newer browsers give a promise, which React would take for the effect's end.
    void window.scrollTo(0, 0);
  }, [subject]);
}
