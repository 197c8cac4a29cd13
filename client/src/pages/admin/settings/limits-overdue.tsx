import { useState } from 'react';
import type { OverdueHours } from '../../../../../shared/wire/admin';
import { useOverdueHoursQuery, useSetOverdueHoursMutation } from '../../../entities/staff/overdue-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { ChangePanel } from '../parts/change-panel';
import { isAtMost } from './tighter';

const HOURS_LENGTH_MAX = 3;

/** After how long staff are told that something waits for them still. */
export function OverdueLimits() {
  const { say, numbers } = useTexts();
  /** Where the last change stands: what is shown must know of it. */
  const [since, setSince] = useState<number>();
  const asked = useOverdueHoursQuery(since, { refetchOnMountOrArgChange: true });
  const [setHours] = useSetOverdueHoursMutation();
  const nameOf = ({ wait }: OverdueHours) => say(`staff.overdue.${wait}`);
  const changeOf = (row: OverdueHours): Act => ({
    title: `${say('staff.overdue.title')} – ${nameOf(row)}`,
    consequence: say('staff.overdue.consequence'),
    takes: ['SetOverdueHours', ({ hours }) => (isAtMost(hours, String(row.hours)) ? 'tighten' : 'change')],
    fields: [
      {
        name: 'hours',
        label: say('staff.overdue.hours'),
        kind: 'whole',
        lengthMax: HOURS_LENGTH_MAX,
        initial: String(row.hours),
      },
    ],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: ({ hours }, clientId) => setHours({ clientId, wait: row.wait, hours: Number(hours) }),
    onDone: setSince,
  });
  return (
    <ChangePanel
      title={say('staff.overdue.title')}
      level={2}
      lead={say('staff.overdue.lead')}
      asked={asked}
      rows={asked.data}
      columns={[
        { key: 'wait', title: say('staff.overdue.wait'), render: nameOf },
        {
          key: 'hours',
          title: say('staff.overdue.hours'),
          isEnd: true,
          render: ({ hours }) => numbers.fixed(String(hours), 0),
        },
      ]}
      keyOf={({ wait }) => wait}
      nameOf={nameOf}
      verb={say('staff.change')}
      changeOf={changeOf}
    />
  );
}
