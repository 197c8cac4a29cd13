import { useState } from 'react';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useAllPositionsQuery } from '../../../entities/staff/contracts-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Panel } from '../../../shared/ui/page/panel';
import { PositionsList } from '../parts/positions-list';

const PAGE_SIZE = 20;

/** What a user has of contracts; not there at all for whoever has nothing of them. */
export function UserPositions({ userId, own }: { userId: number; own: OwnStaff }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE });
  const asked = useAllPositionsQuery(
    { userId, ...paging, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const { data, error, refetch } = asked;
  if (!data && !error) return null;
  if (data?.total === 0 && since === undefined) return null;
  return (
    <Panel title={say('staff.positions')} level={2}>
      {error && !data ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <PositionsList
          {...{ own, asked, paging }}
          name="user_positions"
          empty={say('staff.positions.none')}
          onPage={setPaging}
          onDone={setSince}
        />
      )}
    </Panel>
  );
}
