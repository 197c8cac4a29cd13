import type { ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import { PAGE_PARAMETER, pagesOf } from './paging';
import styles from './pager.module.css';

/** Pages are addresses, so that the way back and a copied link lead to the same one. */
export function Pager({ pageIndex, total }: { pageIndex: number; total: number }) {
  const { say } = useTexts();
  const pages = pagesOf(total);
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={say('list.pages')}>
      <Step to={pageIndex > 1 ? pageIndex - 1 : null} label={say('list.previous')}>
        <ChevronLeft size={18} aria-hidden="true" />
      </Step>
      <span aria-current="page">{say('list.page', { page: String(pageIndex), pages: String(pages) })}</span>
      <Step to={pageIndex < pages ? pageIndex + 1 : null} label={say('list.next')}>
        <ChevronRight size={18} aria-hidden="true" />
      </Step>
    </nav>
  );
}

interface StepProps {
  /** Null at the end: the place stays, so that nothing moves. */
  to: number | null;
  label: string;
  children: ReactNode;
}

function Step({ to, label, children }: StepProps) {
  const [parameters] = useSearchParams();
  if (to === null) return <span className={styles.step} aria-hidden="true" />;
  const search = new URLSearchParams(parameters);
  search.set(PAGE_PARAMETER, String(to));
  return (
    <Link className={styles.step} to={{ search: search.toString() }} aria-label={label} title={label}>
      {children}
    </Link>
  );
}
