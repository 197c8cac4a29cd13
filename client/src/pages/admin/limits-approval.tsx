import { useState } from 'react';
import { useSetWithdrawalReviewMutation, useWithdrawalReviewQuery } from '../../entities/staff/settings-api';
import { ActDialog } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { VALUED_IN } from '../../../../shared/rules/values';
import { Amount } from '../../shared/ui/amount';
import { Button } from '../../shared/ui/button';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import styles from './desk.module.css';
import { Facts } from '../../shared/ui/facts';
import { Panel } from '../../shared/ui/panel';
import { isAtMost } from './tighter';

const DECIMAL_LENGTH_MAX = 61;

/** Above which value two of staff approve a withdrawal. */
export function SecondApproval() {
  const { say } = useTexts();
  const [isChanging, setChanging] = useState(false);
  /** Where the last change stands: what is shown must know of it. */
  const [since, setSince] = useState<number>();
  const { data, error, refetch } = useWithdrawalReviewQuery(since, { refetchOnMountOrArgChange: true });
  const [setReview] = useSetWithdrawalReviewMutation();
  return (
    <Panel
      title={say('staff.second_approval')}
      level={2}
      actions={<Button onClick={() => setChanging(true)}>{say('staff.second_approval.set')}</Button>}
    >
      <p className={styles.lead}>{say('staff.second_approval.lead')}</p>
      {error ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Facts
          facts={[
            [
              say('staff.second_approval.above'),
              <Amount key="above" of={data.secondApprovalAbove} asset={VALUED_IN} />,
            ],
          ]}
        />
      ) : (
        <Note kind="loading" text={say('page.loading')} />
      )}
      {isChanging && (
        <ActDialog
          act={{
            title: say('staff.second_approval'),
            consequence: say('staff.second_approval.consequence'),
            takes: [
              'SetWithdrawalReview',
              ({ secondApprovalAbove }) =>
                isAtMost(secondApprovalAbove, data?.secondApprovalAbove) ? 'tighten' : 'change',
            ],
            fields: [
              {
                name: 'secondApprovalAbove',
                label: say('staff.second_approval.above'),
                kind: 'decimal',
                lengthMax: DECIMAL_LENGTH_MAX,
                ...(data ? { initial: data.secondApprovalAbove } : {}),
              },
            ],
            confirm: say('staff.save'),
            done: say('staff.saved'),
            send: ({ secondApprovalAbove }, clientId) => setReview({ clientId, secondApprovalAbove }),
            onDone: setSince,
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </Panel>
  );
}
