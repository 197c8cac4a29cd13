import type { ReactNode } from 'react';
import { usePageTextQuery } from '../../../kit/entities/content/content-api';
import { chaptersOf } from '../../../kit/entities/content/outline';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Prose } from '../../../kit/read-text/prose';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Day, Head, Loading, Outline, PrintButton } from './reading';
import styles from './reading.module.css';

/** Minimum number of chapters for an outline. */
const CHAPTERS_MIN = 5;

interface TextPageProps {
  slug: string;
  /** Shows the publication date, for legal texts. */
  isDated?: true;
  /** Shown between introduction and text. */
  children?: ReactNode;
}

/** One of the fixed pages in the reader's language. */
export function TextPage({ slug, isDated, children }: TextPageProps) {
  const { language } = useTexts();
  const { data, error, refetch } = usePageTextQuery({ slug, language });
  // Keeps the old language while another loads, but never shows another page.
  const page = data?.slug === slug ? data : undefined;
  if (error && !page) return <Faulty error={error} onRetry={() => void refetch()} />;
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
