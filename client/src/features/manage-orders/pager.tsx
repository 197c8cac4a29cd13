import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTexts } from '../../shared/i18n/use-texts';
import { IconButton } from '../../shared/ui/icon-button';
import styles from './orders.module.css';

export const PAGE_SIZE_DEFAULT = 20;
const PAGE_SIZES = [10, 20, 30, 50, 70, 100, 200];

interface Paging {
  pageIndex: number;
  pageSize: number;
}

export function Pager({
  pageIndex,
  pageSize,
  total,
  onPage,
}: Paging & { total: number; onPage: (page: Paging) => void }) {
  const { say } = useTexts();
  const last = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav className={styles.pager} aria-label={say('own.pages')}>
      <select
        aria-label={say('own.page_size')}
        value={pageSize}
        onChange={({ target }) => onPage({ pageIndex: 1, pageSize: Number(target.value) })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <IconButton
        label={say('own.page_before')}
        disabled={pageIndex <= 1}
        onClick={() => onPage({ pageIndex: pageIndex - 1, pageSize })}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      <span>
        {pageIndex} / {last}
      </span>
      <IconButton
        label={say('own.page_after')}
        disabled={pageIndex >= last}
        onClick={() => onPage({ pageIndex: pageIndex + 1, pageSize })}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
