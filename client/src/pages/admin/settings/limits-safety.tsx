import type { WithdrawalLimit } from '../../../../../shared/products/identity/security';
import { useDeskLimitsQuery, useSetWithdrawalLimitMutation } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { VALUED_IN } from '../../../../../shared/rules/values';
import { Amount } from '../../../shared/ui/figures/amount';
import { ChangePanel } from '../parts/change-panel';
import { isAtMost } from './tighter';

const DECIMAL_LENGTH_MAX = 61;

/** What may be withdrawn a day with so many bindings. */
export function SafetyLimits() {
  const { say } = useTexts();
  const asked = useDeskLimitsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const nameOf = ({ bindings }: WithdrawalLimit) => String(bindings);
  return (
    <ChangePanel
      title={say('staff.limits.safety')}
      level={2}
      lead={say('staff.limits.safety_lead')}
      asked={asked}
      rows={asked.data}
      columns={[
        { key: 'bindings', title: say('staff.limits.bindings'), render: nameOf },
        {
          key: 'limit',
          title: say('staff.limits.limit'),
          isEnd: true,
          render: ({ limit }) => <Amount of={limit} asset={VALUED_IN} />,
        },
        {
          key: 'verifiedLimit',
          title: say('staff.limits.verified_limit'),
          isEnd: true,
          render: ({ verifiedLimit }) => <Amount of={verifiedLimit} asset={VALUED_IN} />,
        },
      ]}
      keyOf={nameOf}
      nameOf={nameOf}
      verb={say('staff.change')}
      changeOf={changeOf}
    />
  );
}

function useChange(): (row: WithdrawalLimit) => Act {
  const { say } = useTexts();
  const [setLimit] = useSetWithdrawalLimitMutation();
  return ({ bindings, limit, verifiedLimit }) => ({
    title: `${say('staff.limits.safety')} – ${bindings}`,
    consequence: say('staff.limits.safety_consequence'),
    takes: [
      'SetDailyLimit',
      (entered) => {
        const isLower = isAtMost(entered.limit, limit) && isAtMost(entered.verifiedLimit, verifiedLimit);
        return isLower ? 'tighten' : 'change';
      },
    ],
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
    send: (entered) => setLimit({ bindings, limit: entered.limit, verifiedLimit: entered.verifiedLimit }),
  });
}
