import { useState } from 'react';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { userOfBankReference } from '../../../../../shared/products/wallet/rules/bank-reference';
import { useCreditRechargeMutation, useImportStatementMutation } from '../../../entities/staff/money-api';
import { useDeskAssetsQuery } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Chains } from './chains';
import { DepositReportsPanel } from './deposit-reports';
import { HouseFundsPanel } from './house-funds';
import { Panel } from '../../../shared/ui/page/panel';
import { RechargeTabs } from './recharge-list';
import { ActButton } from '../parts/act-button';

const DECIMAL_LENGTH_MAX = 61;
const REFERENCE_LENGTH_MAX = 123;
const WHOSE_LENGTH_MAX = 32;
/** As the request has it. */
const CSV_LENGTH_MAX = 60_000;

/** What has come in, what the chains are doing, and bank transfers that staff credit by hand. */
export function RechargesPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const { data: assets } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const fiat = assets?.filter(({ isFiat }) => isFiat).map(({ asset }) => asset) ?? [];
  const act = useCrediting(fiat, setSince);
  const importing = useImporting(fiat);
  return (
    <>
      <Panel
        title={say('staff.section.recharges')}
        level={1}
        actions={
          fiat.length > 0 && (
            <>
              <ActButton text={say('staff.statement.import')} act={importing} />
              <ActButton text={say('staff.credit')} act={act} />
            </>
          )
        }
      >
        <RechargeTabs canShow {...(since === undefined ? {} : { since })} />
      </Panel>
      <DepositReportsPanel own={own} />
      <Chains />
      <HouseFundsPanel own={own} />
    </>
  );
}

/** The reference is the bank's and not the user's own: one transfer is credited once, whoever enters it. */
function useCrediting(assets: readonly string[], onDone: (position: number | undefined) => void): Act {
  const { say } = useTexts();
  const [credit] = useCreditRechargeMutation();
  return {
    title: say('staff.credit'),
    consequence: say('staff.credit.consequence'),
    takes: 'CreditRecharge',
    fields: [
      {
        name: 'whose',
        label: say('staff.credit.whose'),
        kind: 'line',
        lengthMax: WHOSE_LENGTH_MAX,
        hint: say('staff.credit.whose_hint'),
        formatFault: say('staff.credit.whose_wrong'),
      },
      {
        name: 'asset',
        label: say('staff.asset'),
        kind: 'line',
        lengthMax: 32,
        choices: assets.map((asset) => ({ value: asset, text: asset })),
      },
      { name: 'amount', label: say('staff.amount'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      {
        name: 'reference',
        label: say('staff.credit.reference'),
        kind: 'line',
        lengthMax: REFERENCE_LENGTH_MAX,
        hint: say('staff.credit.reference_hint'),
      },
    ],
    confirm: say('staff.credit.confirm'),
    done: say('staff.credit.done'),
    send: async ({ whose, asset, amount, reference }, clientId) => {
      const userId = userOfBankReference(whose);
      // A slip of the pen is found by its check digit: nothing is sent.
      if (userId === null) return { error: { data: { fields: [{ path: 'whose', code: 'format' }] } } };
      return credit({ clientId, userId, asset, amount, reference: `bank/${reference}` });
    },
    onDone,
  };
}

/** What the bank says of the house's account: nothing is credited or told as paid without a line of it. */
function useImporting(assets: readonly string[]): Act {
  const { say } = useTexts();
  const [importStatement] = useImportStatementMutation();
  return {
    title: say('staff.statement.import'),
    consequence: say('staff.statement.consequence'),
    takes: 'ImportStatement',
    fields: [
      {
        name: 'asset',
        label: say('staff.asset'),
        kind: 'line',
        lengthMax: 32,
        choices: assets.map((asset) => ({ value: asset, text: asset })),
      },
      {
        name: 'csv',
        label: say('staff.statement.csv'),
        kind: 'lines',
        lengthMax: CSV_LENGTH_MAX,
        hint: say('staff.statement.hint'),
      },
    ],
    confirm: say('staff.statement.import'),
    done: say('staff.statement.done'),
    send: ({ asset, csv }, clientId) => importStatement({ clientId, asset, csv }),
  };
}
