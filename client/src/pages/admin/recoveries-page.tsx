import { useState } from 'react';
import { Link } from 'react-router';
import type { RecoveryRecord } from '../../../../shared/wire/recovery';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useRecoveriesQuery } from '../../entities/staff/recoveries-api';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { Panel } from '../../shared/ui/panel';
import { DeskList } from './desk-list';
import { pathOf } from './sections';

/** Who asks to be let back into an account without password and factors, the newest first. */
export function RecoveriesPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const title = say('staff.section.recoveries');
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useRecoveriesQuery(paging, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={title} level={1}>
      <DeskList<RecoveryRecord>
        name="recoveries"
        label={title}
        columns={columnsOf(say, own)}
        asked={asked}
        keyOf={({ recovery }) => recovery}
        empty={say('staff.recovery.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function columnsOf(say: Texts['say'], own: OwnStaff): Column<RecoveryRecord>[] {
  return [
    {
      key: 'submittedAt',
      title: say('staff.review.submitted'),
      isFixed: true,
      render: ({ recovery, submittedAt }) => (
        <Link to={`${pathOf(own, 'recoveries')}/${recovery}`}>{dateAndTime(submittedAt)}</Link>
      ),
    },
    { key: 'userId', title: say('staff.user.id'), isFixed: true, render: ({ userId }) => userId },
    { key: 'email', title: say('staff.recovery.email'), render: ({ email }) => email },
    {
      key: 'documentType',
      title: say('staff.review.document'),
      render: ({ documentType }) => say(`staff.document.${documentType}`),
    },
    { key: 'state', title: say('staff.state'), render: ({ state }) => say(`staff.recovery.state.${state}`) },
  ];
}
