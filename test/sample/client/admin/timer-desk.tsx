import { useState } from 'react';
import { useSetTimerTermsMutation, useTimerDeskQuery } from './timer-desk-api';
import type { Act } from '../../../admin/act/act-dialog';
import { DECIMAL_LENGTH_MAX, reasonField } from '../../../admin/act/fields';
import { ActButton } from '../../../admin/parts/act-button';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Facts } from '../../../kit/ui/figures/facts';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';

/** The section of the desk: price of a timer, and how many run. */
export function TimerDesk() {
  const { t } = useTexts();
  const [since, setSince] = useState<number>();
  const { data, error, refetch } = useTimerDeskQuery(since, { refetchOnMountOrArgChange: true });
  const [setTerms] = useSetTimerTermsMutation();
  const act: Act = {
    title: t('staff.timer.set'),
    consequence: t('staff.timer.consequence'),
    approvalRule: 'SetTimerTerms',
    fields: [
      { name: 'price', label: t('timer.price'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX, unit: 'USDT' },
      reasonField(t),
    ],
    confirm: t('staff.timer.set'),
    successText: t('staff.saved'),
    send: ({ price = '', reason = '' }, clientId) => setTerms({ clientId, price, reason }),
    onDone: setSince,
  };
  return (
    <Panel title={t('menu.timer')} level={1} actions={<ActButton text={t('staff.timer.set')} act={act} />}>
      {data ? (
        <Facts
          details={[
            [t('timer.price'), data.price === null ? t('timer.offered_not') : `${data.price} ${data.asset}`],
            [t('timer.running'), String(data.running)],
          ]}
        />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}
