import { useState } from 'react';
import type { LogInRecord } from '../../../../../shared/products/identity/account';
import { LOG_INS_SHOWN_MAX, SHOWN_SECONDS, type ShownUser } from '../../../../../shared/wire/shown-data';
import { useShowUserMutation } from '../../../entities/staff/shown-api';
import { useUserLogInsQuery } from '../../../entities/staff/users-api';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { column, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { DeskList } from '../parts/desk-list';
import { ShowButton } from '../parts/show-button';
import { useShown } from '../parts/use-shown';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';

const PAGE_SIZE = 10;
const LOG_INS = 'log-ins';

/** Log-ins and failed tries of a user. */
export function UserLogIns({ userId }: { userId: number }) {
  const { say } = useTexts();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE });
  const asked = useUserLogInsQuery({ userId, ...paging }, { refetchOnMountOrArgChange: true });
  const shown = useShown<ShownUser>(SHOWN_SECONDS);
  const ask = useShowUserMutation();
  const clear = shown.of(LOG_INS)?.logIns ?? [];
  return (
    <Panel
      title={say('staff.log_ins')}
      level={2}
      {...(clear.length === LOG_INS_SHOWN_MAX
        ? { lead: say('staff.log_ins.shown_newest', { count: String(LOG_INS_SHOWN_MAX) }) }
        : {})}
      actions={
        <ShowButton
          record={LOG_INS}
          name={say('staff.log_ins')}
          shown={shown}
          seconds={SHOWN_SECONDS}
          ask={ask}
          request={{ userId, fields: ['logIns'] }}
        />
      }
    >
      <DeskList<LogInRecord>
        name="log-ins"
        label={say('staff.log_ins')}
        columns={columnsOf(say, (record) => ({ ...record, ...clear.find(({ id }) => id === record.id) }))}
        asked={asked}
        keyOf={({ id }) => id}
        empty={say('staff.log_ins.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

/** `clear`: what is shown of a log-in in place of its masks. */
function columnsOf(say: Texts['say'], clear: (record: LogInRecord) => LogInRecord): Column<LogInRecord>[] {
  return [
    timeColumn('at', say('staff.time'), ({ at }) => at, { isFixed: true }),
    fixed('outcome', say('staff.outcome'), ({ outcome }) => (
      <Mark kind={outcome === 'success' ? 'good' : 'bad'} text={say(`staff.log_in.${outcome}`)} />
    )),
    column('method', say('staff.log_in.method'), ({ method }) => say(`staff.log_in_by.${method}`)),
    column('ip', say('staff.ip'), (record) => clear(record).ip),
    column('place', say('staff.place'), (record) => clear(record).place ?? '—'),
    column('device', say('staff.device'), (record) => <span title={clear(record).userAgent}>{record.device}</span>),
  ];
}
