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
  navigation:
    { by: 'hand'; onPage: (paging: Paging) => void } | { by: 'address'; searchOf: (pageIndex: number) => string };
}

/** Page navigation; with `hand` also a choice of page size. */
export function Pager({ list, pageIndex, pageSize, total, navigation }: PagerProps) {
  const { t } = useTexts();
  const last = pagesOf(total, pageSize);
  const targetOf = (page: number): Way =>
    navigation.by === 'address'
      ? { search: navigation.searchOf(page) }
      : { onClick: () => navigation.onPage({ pageIndex: page, pageSize }) };
  return (
    <nav className={styles.pager} aria-label={list === undefined ? t('table.pages') : `${list}: ${t('table.pages')}`}>
      {navigation.by === 'hand' && (
        <Choice
          label={t('table.page_size')}
          value={String(pageSize)}
          options={sizesWith(pageSize).map((size) => ({ value: String(size), text: String(size) }))}
          // A new size starts at page one.
          onChange={(size) => navigation.onPage({ pageIndex: 1, pageSize: Number(size) })}
        />
      )}
      <Step target={pageIndex > 1 ? targetOf(Math.min(pageIndex - 1, last)) : null} label={t('table.page_before')}>
        <ChevronLeft size={16} aria-hidden="true" />
      </Step>
      <ol className={styles.numbers}>
        {pagesShown(pageIndex, last).map((page, index) => (
          <li key={page ?? `gap ${index}`}>
            {page === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Step
                target={targetOf(page)}
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
      <Step target={pageIndex < last ? targetOf(pageIndex + 1) : null} label={t('table.page_after')}>
        <ChevronRight size={16} aria-hidden="true" />
      </Step>
    </nav>
  );
}

type Way = { search: string } | { onClick: () => void };

interface StepProps {
  /** Null at the end; the space stays reserved. */
  target: Way | null;
  label: string;
  isCurrent?: boolean;
  children: ReactNode;
}

function Step({ target, label, isCurrent = false, children }: StepProps) {
  const shared = {
    className: styles.step,
    'aria-label': label,
    title: label,
    'aria-current': isCurrent ? ('page' as const) : undefined,
    children,
  };
  return target !== null && 'search' in target ? (
    <Link to={target} {...shared} />
  ) : (
    <button type="button" disabled={target === null} onClick={target?.onClick} {...shared} />
  );
}
