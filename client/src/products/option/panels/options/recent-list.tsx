import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { SettledOption } from '../../../../../../shared/products/option/stream';
import { useOptionHistoryQuery } from '../../../../entities/option/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { selectIsLogin, selectUser } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useFollowed, useList } from '../../../../shared/lib/hooks/use-list';
import { Note } from '../../../../shared/ui/page/note';
import { PanelList } from '../../../../shared/ui/lists/query-list';
import styles from './manage-options.module.css';
import { useSettledColumns } from './settled-columns';

/** In the panel below the chart: what was settled, newest first; filters and the file are on a page of their own. */
export function RecentOptions({ symbol }: { symbol: string }) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectOptionsPosition);
  const [isOnlyThis, setOnlyThis] = useState(false);
  const list = useList<{ symbol: string }, never>(position);
  const { sort: _, ...request } = list.request;
  const asked = useOptionHistoryQuery(
    { ...request, ...(isOnlyThis ? { symbol } : {}) },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  useFollowed(list, position, asked.isFetching);
  const columns = useSettledColumns();
  if (!isLogin) return <Note kind="empty" text={say('option.none.visitor')} />;
  return (
    <>
      <RecentTools isOnlyThis={isOnlyThis} onOnlyThis={setOnlyThis} />
      <PanelList<SettledOption>
        {...{ asked, columns, paging: list.paging, onPage: list.turn }}
        label={say('option.tab.history')}
        keyOf={({ contract }) => contract}
        empty={say('option.none.history')}
      />
    </>
  );
}

function RecentTools({ isOnlyThis, onOnlyThis }: { isOnlyThis: boolean; onOnlyThis: (isOnly: boolean) => void }) {
  const { say } = useTexts();
  return (
    <p className={styles.tools}>
      <label>
        <input type="checkbox" checked={isOnlyThis} onChange={({ target }) => onOnlyThis(target.checked)} />
        {say('option.only_this')}
      </label>
      <Link to="/accountSet/second?active=2">{say('option.all')}</Link>
    </p>
  );
}
