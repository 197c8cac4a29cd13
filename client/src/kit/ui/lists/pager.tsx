import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/use-texts';
import { Choice } from '../controls/choice';
import styles from './pager.module.css';
import { pagesOf, pagesShown, sizesWith, type Paging } from './pages';

interface PagerProps extends Paging {
  /** Name of the list, if a page may have several. */
  list?: string;
  total: number;
  /** `hand` changes the page in place. With `address` pages are links, so that the back button and copied links work. */
  turn: { by: 'hand'; onPage: (paging: Paging) => void } | { by: 'address'; searchOf: (pageIndex: number) => string };
}

/** Page navigation; with `hand` also a choice of page size. */
export function Pager({ list, pageIndex, pageSize, total, turn }: PagerProps) {
  const { t } = useTexts();
  const last = pagesOf(total, pageSize);
  const way = (page: number): Way =>
    turn.by === 'address'
      ? { search: turn.searchOf(page) }
      : { onClick: () => turn.onPage({ pageIndex: page, pageSize }) };
  return (
    <nav className={styles.pager} aria-label={list === undefined ? t('table.pages') : `${list}: ${t('table.pages')}`}>
      {turn.by === 'hand' && (
        <Choice
          label={t('table.page_size')}
          value={String(pageSize)}
          options={sizesWith(pageSize).map((size) => ({ value: String(size), text: String(size) }))}
          // A new size starts at page one.
          onChange={(size) => turn.onPage({ pageIndex: 1, pageSize: Number(size) })}
        />
      )}
      <Step way={pageIndex > 1 ? way(Math.min(pageIndex - 1, last)) : null} label={t('table.page_before')}>
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
                label={t('table.page', { page: String(page), pages: String(last) })}
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
      <Step way={pageIndex < last ? way(pageIndex + 1) : null} label={t('table.page_after')}>
        <ChevronRight size={16} aria-hidden="true" />
      </Step>
    </nav>
  );
}

type Way = { search: string } | { onClick: () => void };

interface StepProps {
  /** Null at the end; the space stays reserved. */
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
