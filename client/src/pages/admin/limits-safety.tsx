import { useState } from 'react';
import type { WithdrawalLimit } from '../../../../shared/wire/security';
import { useDeskLimitsQuery, useSetWithdrawalLimitMutation } from '../../entities/staff/settings-api';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import { Button } from '../../shared/ui/button';
import { Faulty } from '../../shared/ui/faulty';
import { Notice } from '../../shared/ui/notice';
import styles from './desk.module.css';
import { Panel } from './panel';

const DECIMAL_LENGTH_MAX = 61;

/** What each safety level may withdraw a day. */
export function SafetyLimits() {
  const { say } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useDeskLimitsQuery(undefined, { refetchOnMountOrArgChange: true });
  const actOn = useChange();
  const title = say('staff.limits.safety');
  return (
    <Panel title={title} level={2}>
      <p className={styles.lead}>{say('staff.limits.safety_lead')}</p>
      {error ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Notice kind="loading" text={say('page.loading')} />
      ) : (
        <div className={styles.scroll}>
          <table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{say('staff.limits.level')}</th>
                <th scope="col" className={styles.end}>
                  {say('staff.limits.limit')}
                </th>
                <th scope="col" className={styles.end}>
                  {say('staff.limits.verified_limit')}
                </th>
                <th scope="col">
                  <span className="spoken">{say('table.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.level}>
                  <th scope="row" className={styles.rowHead}>
                    {say(`staff.safety.${row.level}`)}
                  </th>
                  <td className={styles.end}>
                    <Amount of={row.limit} />
                  </td>
                  <td className={styles.end}>
                    <Amount of={row.verifiedLimit} />
                  </td>
                  <td className={styles.end}>
                    <Button
                      aria-label={`${say('staff.change')}: ${say(`staff.safety.${row.level}`)}`}
                      onClick={() => setAct(actOn(row))}
                    >
                      {say('staff.change')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function useChange(): (row: WithdrawalLimit) => Act {
  const { say } = useTexts();
  const [setLimit] = useSetWithdrawalLimitMutation();
  return ({ level, limit, verifiedLimit }) => ({
    title: `${say('staff.limits.safety')} – ${say(`staff.safety.${level}`)}`,
    consequence: say('staff.limits.safety_consequence'),
    fields: [
      {
        name: 'limit',
        label: say('staff.limits.limit'),
        kind: 'decimal',
        lengthMax: DECIMAL_LENGTH_MAX,
        initial: limit,
      },
      {
        name: 'verifiedLimit',
        label: say('staff.limits.verified_limit'),
        kind: 'decimal',
        lengthMax: DECIMAL_LENGTH_MAX,
        initial: verifiedLimit,
      },
    ],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: async (entered) => {
      const { error } = await setLimit({ level, limit: entered.limit, verifiedLimit: entered.verifiedLimit });
      return error ? { error } : {};
    },
  });
}
