import { useState } from 'react';
import type { InsuranceFunds } from '../../../../../shared/products/perpetual/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useFundInsuranceMutation, useInsuranceFundsQuery } from '../../../admin/api/contracts-api';
import { ActDialog, type Act } from '../../../admin/act/act-dialog';
import { DECIMAL_LENGTH_MAX, reasonField } from '../../../admin/act/fields';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Amount } from '../../../kit/ui/figures/amount';
import { Button } from '../../../kit/ui/controls/button';
import { Facts } from '../../../kit/ui/figures/facts';
import { FetchedList } from '../../../kit/ui/lists/fetched-list';
import { Panel } from '../../../kit/ui/page/panel';
import { exactAmount } from '../../../admin/parts/exact-amount';

type Fund = InsuranceFunds['records'][number];

/** Insurance fund balance per asset, with a form to pay in more of the owners' money. */
export function InsuranceFundsPanel({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useInsuranceFundsQuery(since, { refetchOnMountOrArgChange: true });
  const funding = useFunding(setSince);
  const canFund = ownStaff.role === 'admin' && ownStaff.rights.includes('recharges');
  return (
    <Panel
      title={t('contracts.insurance_title')}
      lead={t('staff.insurance.lead')}
      level={2}
      actions={
        canFund &&
        data?.map((fund) => (
          <Button key={fund.asset} onClick={() => setAct(funding(fund))}>
            {t('staff.insurance.fund', { asset: fund.asset })}
          </Button>
        ))
      }
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={t('staff.insurance.none')}>
        {(funds) => (
          <Facts
            details={funds.map(({ asset, balance }) => [
              t('contracts.balance'),
              <b key={asset}>
                <Amount amount={balance} asset={asset} /> {asset}
              </b>,
            ])}
          />
        )}
      </FetchedList>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function useFunding(onDone: (position: number | undefined) => void): (fund: Fund) => Act {
  const { t, numbers } = useTexts();
  const [fundInsurance] = useFundInsuranceMutation();
  return ({ asset, balance }) => ({
    title: t('staff.insurance.fund', { asset }),
    consequence: t('staff.insurance.consequence'),
    approvalRule: 'FundInsurance',
    details: [[t('contracts.balance'), exactAmount(numbers, balance, asset)]],
    fields: [
      {
        name: 'amount',
        label: `${t('staff.amount')} (${asset})`,
        kind: 'decimal',
        unit: asset,
        lengthMax: DECIMAL_LENGTH_MAX,
      },
      reasonField(t),
    ],
    confirm: t('staff.insurance.confirm'),
    successText: t('staff.insurance.done'),
    send: ({ amount, reason }, clientId) => fundInsurance({ clientId, asset, amount, reason }),
    onDone,
  });
}
