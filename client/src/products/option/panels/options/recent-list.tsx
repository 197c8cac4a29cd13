import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { SettledOption } from '../../../../../../shared/products/option/stream';
import { useOptionHistoryQuery } from '../../api/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { selectIsLogin, selectUser } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useFollowPosition, useList } from '../../../../kit/lib/hooks/use-list';
import { Note } from '../../../../kit/ui/page/note';
import { PanelList } from '../../../../kit/ui/lists/query-list';
import styles from './manage-options.module.css';
import { useSettledColumns } from './settled-columns';

/** Settled contracts in the panel below the chart, newest first. Filters and export are on the records page. */
export function RecentOptions({ symbol }: { symbol: string }) {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectOptionsPosition);
  const [isOnlyThis, setOnlyThis] = useState(false);
  const list = useList<{ symbol: string }, never>(position);
  const { sort: _, ...request } = list.request;
  const query = useOptionHistoryQuery(
    { ...request, ...(isOnlyThis ? { symbol } : {}) },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  useFollowPosition(list, position, query.isFetching);
  const columns = useSettledColumns();
  if (!isLogin) return <Note kind="empty" text={t('option.none.visitor')} />;
  return (
    <>
      <RecentTools isOnlyThis={isOnlyThis} onOnlyThis={setOnlyThis} />
      <PanelList<SettledOption>
        {...{ query, columns, paging: list.paging, onPage: list.turn }}
        label={t('option.tab.history')}
        keyOf={({ contract }) => contract}
        empty={t('option.none.history')}
      />
    </>
  );
}

function RecentTools({ isOnlyThis, onOnlyThis }: { isOnlyThis: boolean; onOnlyThis: (isOnly: boolean) => void }) {
  const { t } = useTexts();
  return (
    <p className={styles.tools}>
      <label>
        <input type="checkbox" checked={isOnlyThis} onChange={({ target }) => onOnlyThis(target.checked)} />
        {t('option.only_this')}
      </label>
      <Link to="/accountSet/second?active=2">{t('option.all')}</Link>
    </p>
  );
}
