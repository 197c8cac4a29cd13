import type { WithdrawalLimit } from '../../../../shared/products/identity/withdrawal-limits';
import { useDeskLimitsQuery, useSetWithdrawalLimitMutation } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import { Amount } from '../../kit/ui/figures/amount';
import { ChangePanel } from '../parts/change-panel';
import { isAtMost } from './tighter';

const DECIMAL_LENGTH_MAX = 61;

/** Daily withdrawal limits by number of bindings. */
export function SafetyLimits() {
  const { t } = useTexts();
  const query = useDeskLimitsQuery(undefined, { refetchOnMountOrArgChange: true });
  const changeOf = useChange();
  const nameOf = ({ bindings }: WithdrawalLimit) => String(bindings);
  return (
    <ChangePanel
      title={t('staff.limits.safety')}
      level={2}
      lead={t('staff.limits.safety_lead')}
      query={query}
      rows={query.data}
      columns={[
        { key: 'bindings', title: t('staff.limits.bindings'), render: nameOf },
        {
          key: 'limit',
          title: t('staff.limits.limit'),
          isEnd: true,
          render: ({ limit }) => <Amount amount={limit} asset={VALUE_ASSET} />,
        },
        {
          key: 'verifiedLimit',
          title: t('staff.limits.verified_limit'),
          isEnd: true,
          render: ({ verifiedLimit }) => <Amount amount={verifiedLimit} asset={VALUE_ASSET} />,
        },
      ]}
      keyOf={nameOf}
      nameOf={nameOf}
      verb={t('staff.change')}
      changeOf={changeOf}
    />
  );
}

function useChange(): (row: WithdrawalLimit) => Act {
  const { t } = useTexts();
  const [setLimit] = useSetWithdrawalLimitMutation();
  return ({ bindings, limit, verifiedLimit }) => ({
    title: `${t('staff.limits.safety')} – ${bindings}`,
    consequence: t('staff.limits.safety_consequence'),
    approvalRule: [
      'SetDailyLimit',
      (input) => {
        const isLower = isAtMost(input.limit, limit) && isAtMost(input.verifiedLimit, verifiedLimit);
        return isLower ? 'tighten' : 'change';
      },
    ],
    fields: [
      {
        name: 'limit',
        label: t('staff.limits.limit'),
        kind: 'decimal',
        lengthMax: DECIMAL_LENGTH_MAX,
        initial: limit,
      },
      {
        name: 'verifiedLimit',
        label: t('staff.limits.verified_limit'),
        kind: 'decimal',
        lengthMax: DECIMAL_LENGTH_MAX,
        initial: verifiedLimit,
      },
    ],
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: (input) => setLimit({ bindings, limit: input.limit, verifiedLimit: input.verifiedLimit }),
  });
}
