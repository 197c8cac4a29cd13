import { useState } from 'react';
import { useSetWithdrawalReviewMutation, useWithdrawalReviewQuery } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { VALUED_IN } from '../../../../../shared/rules/values';
import { Amount } from '../../../shared/ui/figures/amount';
import styles from '../parts/desk.module.css';
import { Facts } from '../../../shared/ui/figures/facts';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { isAtMost } from './tighter';
import { ActButton } from '../parts/act-button';

const DECIMAL_LENGTH_MAX = 61;

/** Above which value two of staff approve a withdrawal. */
export function SecondApproval() {
  const { say } = useTexts();
  /** Where the last change stands: what is shown must know of it. */
  const [since, setSince] = useState<number>();
  const { data, error, refetch } = useWithdrawalReviewQuery(since, { refetchOnMountOrArgChange: true });
  const [setReview] = useSetWithdrawalReviewMutation();
  const act: Act = {
    title: say('staff.second_approval'),
    consequence: say('staff.second_approval.consequence'),
    takes: [
      'SetWithdrawalReview',
      ({ secondApprovalAbove }) => (isAtMost(secondApprovalAbove, data?.secondApprovalAbove) ? 'tighten' : 'change'),
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
  };
  return (
    <Panel
      title={say('staff.second_approval')}
      level={2}
      actions={<ActButton text={say('staff.second_approval.set')} act={act} />}
    >
      <p className={styles.lead}>{say('staff.second_approval.lead')}</p>
      {error || !data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : (
        <Facts
          facts={[
            [
              say('staff.second_approval.above'),
              <Amount key="above" of={data.secondApprovalAbove} asset={VALUED_IN} />,
            ],
          ]}
        />
      )}
    </Panel>
  );
}
