import { useSelector } from 'react-redux';
import type { Timer, TimersRequest } from '../../../../../shared/products/sample/wire';
import { useExportTimersMutation, useTimersQuery } from '../api/timer-api';
import { selectTimersPosition } from '../api/timer-slice';
import { useOwnList } from '../../../kit/entities/session/use-own-list';
import { useTexts } from '../../../kit/i18n/use-texts';
import { figure, fixed, timeColumn, type Column } from '../../../kit/ui/data-table/columns';
import { ServerExport } from '../../../kit/ui/lists/export-button';
import { QueryList } from '../../../kit/ui/lists/query-list';

type FilteredBy = Partial<Pick<TimersRequest, 'market'>>;

/** All timers of the user, page by page and as a file. */
export function TimerHistory() {
  const { t } = useTexts();
  const list = useOwnList<FilteredBy, never, Timer>(useSelector(selectTimersPosition), useTimersQuery);
  const { since, isEmpty } = list;
  const columns: Column<Timer>[] = [
    fixed('timer', t('menu.timer'), ({ timer, market }) => `${market} #${timer}`),
    figure('price', t('timer.price'), ({ price }) => price),
    timeColumn('rings', t('timer.rings'), ({ ringsAt }) => ringsAt),
    figure('index', t('timer.index'), ({ index }) => index ?? '–'),
  ];
  return (
    <QueryList<Timer>
      {...{ columns, ...list.table }}
      name="timers"
      label={t('timer.history')}
      keyOf={({ timer }) => timer}
      empty={t('timer.none')}
      actions={
        <ServerExport {...{ useExport: useExportTimersMutation, since, isEmpty }} filters={{}} file="timers.csv" />
      }
    />
  );
}
