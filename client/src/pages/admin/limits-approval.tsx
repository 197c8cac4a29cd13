import { useState } from 'react';
import { useSetWithdrawalReviewMutation } from '../../entities/staff/settings-api';
import { ActDialog } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import styles from './desk.module.css';
import { Panel } from './panel';

const DECIMAL_LENGTH_MAX = 61;

/** Above which value two of staff approve a withdrawal. */
export function SecondApproval() {
  const { say } = useTexts();
  const [isChanging, setChanging] = useState(false);
  const [setReview] = useSetWithdrawalReviewMutation();
  return (
    <Panel
      title={say('staff.second_approval')}
      level={2}
      actions={<Button onClick={() => setChanging(true)}>{say('staff.second_approval.set')}</Button>}
    >
      <p className={styles.lead}>{say('staff.second_approval.lead')}</p>
      {isChanging && (
        <ActDialog
          act={{
            title: say('staff.second_approval'),
            consequence: say('staff.second_approval.consequence'),
            fields: [
              {
                name: 'secondApprovalAbove',
                label: say('staff.second_approval.above'),
                kind: 'decimal',
                lengthMax: DECIMAL_LENGTH_MAX,
              },
            ],
            confirm: say('staff.save'),
            done: say('staff.saved'),
            send: ({ secondApprovalAbove }, clientId) => setReview({ clientId, secondApprovalAbove }),
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </Panel>
  );
}
