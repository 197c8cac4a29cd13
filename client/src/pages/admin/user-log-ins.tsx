import { useState } from 'react';
import type { LogInRecord } from '../../../../shared/wire/account';
import { useUserLogInsQuery } from '../../entities/staff/users-api';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import { DeskList } from './desk-list';
import { Mark } from '../../shared/ui/mark';
import { Panel } from '../../shared/ui/panel';

const PAGE_SIZE = 10;

/** Log-ins and failed tries of a user. */
export function UserLogIns({ userId }: { userId: number }) {
  const { say } = useTexts();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE });
  const asked = useUserLogInsQuery({ userId, ...paging }, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={say('staff.log_ins')} level={2}>
      <DeskList<LogInRecord>
        name="log-ins"
        label={say('staff.log_ins')}
        columns={columnsOf(say)}
        asked={asked}
        keyOf={({ id }) => id}
        empty={say('staff.log_ins.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function columnsOf(say: Texts['say']): Column<LogInRecord>[] {
  return [
    { key: 'at', title: say('staff.time'), isFixed: true, render: ({ at }) => dateAndTime(at) },
    {
      key: 'outcome',
      title: say('staff.outcome'),
      isFixed: true,
      render: ({ outcome }) => (
        <Mark kind={outcome === 'success' ? 'good' : 'bad'} text={say(`staff.log_in.${outcome}`)} />
      ),
    },
    { key: 'method', title: say('staff.log_in.method'), render: ({ method }) => say(`staff.log_in_by.${method}`) },
    { key: 'ip', title: say('staff.ip'), render: ({ ip }) => ip },
    { key: 'place', title: say('staff.place'), render: ({ place }) => place ?? '—' },
    {
      key: 'device',
      title: say('staff.device'),
      render: ({ device, userAgent }) => <span title={userAgent}>{device}</span>,
    },
  ];
}
