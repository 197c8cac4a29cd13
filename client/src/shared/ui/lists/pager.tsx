import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/use-texts';
import { Choice } from '../controls/choice';
import styles from './pager.module.css';
import { pagesOf, pagesShown, sizesWith, type Paging } from './pages';

interface PagerProps extends Paging {
  /** What the list is called, where a page may have several. */
  list?: string;
  total: number;
  /** Turns the page in its place; or pages are addresses, so that the way back and a copied link lead to the same one. */
  turn: { by: 'hand'; onPage: (paging: Paging) => void } | { by: 'address'; searchOf: (pageIndex: number) => string };
}

/** The pages of a list, and by hand how long they are. */
export function Pager({ list, pageIndex, pageSize, total, turn }: PagerProps) {
  const { say } = useTexts();
  const last = pagesOf(total, pageSize);
  const way = (page: number): Way =>
    turn.by === 'address'
      ? { search: turn.searchOf(page) }
      : { onClick: () => turn.onPage({ pageIndex: page, pageSize }) };
  return (
    <nav
      className={styles.pager}
      aria-label={list === undefined ? say('table.pages') : `${list}: ${say('table.pages')}`}
    >
      {turn.by === 'hand' && (
        <Choice
          label={say('table.page_size')}
          value={String(pageSize)}
          options={sizesWith(pageSize).map((size) => ({ value: String(size), text: String(size) }))}
          // Another size is another first page.
          onChange={(size) => turn.onPage({ pageIndex: 1, pageSize: Number(size) })}
        />
      )}
      <Step way={pageIndex > 1 ? way(Math.min(pageIndex - 1, last)) : null} label={say('table.page_before')}>
        <ChevronLeft size={16} aria-hidden="true" />
      </Step>
      <ol className={styles.numbers}>
        {pagesShown(pageIndex, last).map((page, index) => (
          <li key={page ?? `gap ${index}`}>
            {page === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Step
                way={way(page)}
                isCurrent={page === pageIndex}
                label={say('table.page', { page: String(page), pages: String(last) })}
              >
                {page}
              </Step>
            )}
          </li>
        ))}
      </ol>
      <span className={styles.place} aria-hidden="true">
        {pageIndex} / {last}
      </span>
      <Step way={pageIndex < last ? way(pageIndex + 1) : null} label={say('table.page_after')}>
        <ChevronRight size={16} aria-hidden="true" />
      </Step>
    </nav>
  );
}

type Way = { search: string } | { onClick: () => void };

interface StepProps {
  /** Null at the end: the place stays, so that nothing moves. */
  way: Way | null;
  label: string;
  isCurrent?: boolean;
  children: ReactNode;
}

function Step({ way, label, isCurrent = false, children }: StepProps) {
  const shared = {
    className: styles.step,
    'aria-label': label,
    title: label,
    'aria-current': isCurrent ? ('page' as const) : undefined,
    children,
  };
  return way !== null && 'search' in way ? (
    <Link to={way} {...shared} />
  ) : (
    <button type="button" disabled={way === null} onClick={way?.onClick} {...shared} />
  );
}
