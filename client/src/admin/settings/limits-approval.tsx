import { useState } from 'react';
import { useSetWithdrawalReviewMutation, useWithdrawalReviewQuery } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import { Amount } from '../../kit/ui/figures/amount';
import styles from '../parts/admin.module.css';
import { Facts } from '../../kit/ui/figures/facts';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { isAtMost } from './tighter';
import { ActButton } from '../parts/act-button';

const DECIMAL_LENGTH_MAX = 61;

/** Value above which a withdrawal needs two approvals. */
export function SecondApproval() {
  const { t } = useTexts();
  /** Journal position of the last change, which the response must include. */
  const [since, setSince] = useState<number>();
  const { data, error, refetch } = useWithdrawalReviewQuery(since, { refetchOnMountOrArgChange: true });
  const [setReview] = useSetWithdrawalReviewMutation();
  const act: Act = {
    title: t('staff.second_approval'),
    consequence: t('staff.second_approval.consequence'),
    approvalRule: [
      'SetWithdrawalReview',
      ({ secondApprovalAbove }) => (isAtMost(secondApprovalAbove, data?.secondApprovalAbove) ? 'tighten' : 'change'),
    ],
    fields: [
      {
        name: 'secondApprovalAbove',
        label: t('staff.second_approval.above'),
        kind: 'decimal',
        lengthMax: DECIMAL_LENGTH_MAX,
        ...(data ? { initial: data.secondApprovalAbove } : {}),
      },
    ],
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: ({ secondApprovalAbove }, clientId) => setReview({ clientId, secondApprovalAbove }),
    onDone: setSince,
  };
  return (
    <Panel
      title={t('staff.second_approval')}
      level={2}
      actions={<ActButton text={t('staff.second_approval.set')} act={act} />}
    >
      <p className={styles.lead}>{t('staff.second_approval.lead')}</p>
      {error || !data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : (
        <Facts
          details={[
            [
              t('staff.second_approval.above'),
              <Amount key="above" amount={data.secondApprovalAbove} asset={VALUE_ASSET} />,
            ],
          ]}
        />
      )}
    </Panel>
  );
}
