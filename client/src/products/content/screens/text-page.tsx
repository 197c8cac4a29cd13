import type { ReactNode } from 'react';
import { usePageTextQuery } from '../../../entities/content/content-api';
import { chaptersOf } from '../../../entities/content/outline';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Prose } from '../../../features/read-text/prose';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Day, Head, Loading, Outline, PrintButton } from './reading';
import styles from './reading.module.css';

/** With fewer chapters one sees them all at a glance. */
const CHAPTERS_MIN = 5;

interface TextPageProps {
  slug: string;
  /** Legal texts: from when they are. */
  isDated?: true;
  /** Between the introduction and the text. */
  children?: ReactNode;
}

/** One of the fixed pages, in the language of the reader. */
export function TextPage({ slug, isDated, children }: TextPageProps) {
  const { language } = useTexts();
  const { data, error, refetch } = usePageTextQuery({ slug, language });
  // While another language is on its way, the one before stays; another page never does.
  const page = data?.slug === slug ? data : undefined;
  if (error && !page) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!page) return <Loading />;
  const chapters = chaptersOf(page.body);
  const hasOutline = chapters.length >= CHAPTERS_MIN;
  return (
    <article className={styles.page} data-outline={hasOutline}>
      <Head title={page.title} lead={page.summary}>
        {isDated && (
          <p className={styles.meta}>
            <Day at={page.publishedAt} />
            <PrintButton />
          </p>
        )}
      </Head>
      {children}
      <div className={styles.columns}>
        <Prose text={page.body} />
        {hasOutline && <Outline chapters={chapters} />}
      </div>
    </article>
  );
}
