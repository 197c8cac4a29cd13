import { useState } from 'react';
import type { OverdueHours } from '../../../../shared/wire/admin';
import { useOverdueHoursQuery, useSetOverdueHoursMutation } from '../api/overdue-api';
import type { Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { ChangePanel } from '../parts/change-panel';
import { isAtMost } from './tighter';

const HOURS_LENGTH_MAX = 3;

/** Hours after which tasks of staff count as overdue. */
export function OverdueLimits() {
  const { t, numbers } = useTexts();
  /** Journal position of the last change, which the response must include. */
  const [since, setSince] = useState<number>();
  const query = useOverdueHoursQuery(since, { refetchOnMountOrArgChange: true });
  const [setHours] = useSetOverdueHoursMutation();
  const nameOf = ({ wait }: OverdueHours) => t(`staff.overdue.${wait}`);
  const changeOf = (row: OverdueHours): Act => ({
    title: `${t('staff.overdue.title')} – ${nameOf(row)}`,
    consequence: t('staff.overdue.consequence'),
    approvalRule: ['SetOverdueHours', ({ hours }) => (isAtMost(hours, String(row.hours)) ? 'tighten' : 'change')],
    fields: [
      {
        name: 'hours',
        label: t('staff.overdue.hours'),
        kind: 'whole',
        lengthMax: HOURS_LENGTH_MAX,
        initial: String(row.hours),
      },
    ],
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: ({ hours }, clientId) => setHours({ clientId, wait: row.wait, hours: Number(hours) }),
    onDone: setSince,
  });
  return (
    <ChangePanel
      title={t('staff.overdue.title')}
      level={2}
      lead={t('staff.overdue.lead')}
      query={query}
      rows={query.data}
      columns={[
        { key: 'wait', title: t('staff.overdue.wait'), render: nameOf },
        {
          key: 'hours',
          title: t('staff.overdue.hours'),
          isEnd: true,
          render: ({ hours }) => numbers.fixed(String(hours), 0),
        },
      ]}
      keyOf={({ wait }) => wait}
      nameOf={nameOf}
      verb={t('staff.change')}
      changeOf={changeOf}
    />
  );
}
