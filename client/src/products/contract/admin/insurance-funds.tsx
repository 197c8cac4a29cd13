import { useState } from 'react';
import type { InsuranceFunds } from '../../../../../shared/products/perpetual/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useFundInsuranceMutation, useInsuranceFundsQuery } from '../../../entities/staff/contracts-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, reasonField } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Amount } from '../../../shared/ui/figures/amount';
import { Button } from '../../../shared/ui/controls/button';
import { Facts } from '../../../shared/ui/figures/facts';
import { FetchedList } from '../../../shared/ui/lists/fetched-list';
import { Panel } from '../../../shared/ui/page/panel';
import { exactAmount } from '../../../pages/admin/parts/exact-amount';

type Fund = InsuranceFunds['records'][number];

/** What the insurance fund has of each asset, and the way to put in more of the owners' money. */
export function InsuranceFundsPanel({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useInsuranceFundsQuery(since, { refetchOnMountOrArgChange: true });
  const funding = useFunding(setSince);
  const canFund = own.role === 'admin' && own.rights.includes('recharges');
  return (
    <Panel
      title={say('contracts.insurance_title')}
      lead={say('staff.insurance.lead')}
      level={2}
      actions={
        canFund &&
        data?.map((fund) => (
          <Button key={fund.asset} onClick={() => setAct(funding(fund))}>
            {say('staff.insurance.fund', { asset: fund.asset })}
          </Button>
        ))
      }
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={say('staff.insurance.none')}>
        {(funds) => (
          <Facts
            facts={funds.map(({ asset, balance }) => [
              say('contracts.balance'),
              <b key={asset}>
                <Amount of={balance} asset={asset} /> {asset}
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
  const { say, numbers } = useTexts();
  const [fundInsurance] = useFundInsuranceMutation();
  return ({ asset, balance }) => ({
    title: say('staff.insurance.fund', { asset }),
    consequence: say('staff.insurance.consequence'),
    takes: 'FundInsurance',
    facts: [[say('contracts.balance'), exactAmount(numbers, balance, asset)]],
    fields: [
      {
        name: 'amount',
        label: `${say('staff.amount')} (${asset})`,
        kind: 'decimal',
        unit: asset,
        lengthMax: DECIMAL_LENGTH_MAX,
      },
      reasonField(say),
    ],
    confirm: say('staff.insurance.confirm'),
    done: say('staff.insurance.done'),
    send: ({ amount, reason }, clientId) => fundInsurance({ clientId, asset, amount, reason }),
    onDone,
  });
}
