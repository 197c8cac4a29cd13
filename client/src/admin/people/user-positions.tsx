import { useState } from 'react';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useAllPositionsQuery } from '../api/contracts-api';
import { useTexts } from '../../kit/i18n/use-texts';
import { Faulty } from '../../kit/ui/page/faulty';
import { Panel } from '../../kit/ui/page/panel';
import { PositionsList } from '../parts/positions-list';

const PAGE_SIZE = 20;

/** A user's positions. Renders nothing if there are none. */
export function UserPositions({ userId, ownStaff }: { userId: number; ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [since, setSince] = useState<number>();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE });
  const query = useAllPositionsQuery(
    { userId, ...paging, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const { data, error, refetch } = query;
  if (!data && !error) return null;
  if (data?.total === 0 && since === undefined) return null;
  return (
    <Panel title={t('staff.positions')} level={2}>
      {error && !data ? (
        <Faulty error={error} onRetry={() => void refetch()} />
      ) : (
        <PositionsList
          {...{ ownStaff, query, paging }}
          name="user_positions"
          empty={t('staff.positions.none')}
          onPage={setPaging}
          onDone={setSince}
        />
      )}
    </Panel>
  );
}
