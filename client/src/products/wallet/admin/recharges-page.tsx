import { useState } from 'react';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { userOfBankReference } from '../../../../../shared/products/wallet/rules/bank-reference';
import { useCreditRechargeMutation, useImportStatementMutation } from '../../../admin/api/money-api';
import { useDeskAssetsQuery } from '../../../admin/api/settings-api';
import type { Act } from '../../../admin/act/act-dialog';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Chains } from './chains';
import { DepositReportsPanel } from './deposit-reports';
import { HouseFundsPanel } from './house-funds';
import { Panel } from '../../../kit/ui/page/panel';
import { RechargeTabs } from './recharge-list';
import { ActButton } from '../../../admin/parts/act-button';

const DECIMAL_LENGTH_MAX = 61;
const REFERENCE_LENGTH_MAX = 123;
const WHOSE_LENGTH_MAX = 32;
/** Bound of the request. */
const CSV_LENGTH_MAX = 60_000;

/** Deposits, state of the chains, and bank transfers that staff credit by hand. */
export function RechargesPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [since, setSince] = useState<number>();
  const { data: assets } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const fiat = assets?.filter(({ isFiat }) => isFiat).map(({ asset }) => asset) ?? [];
  const act = useCrediting(fiat, setSince);
  const importing = useImporting(fiat);
  return (
    <>
      <Panel
        title={t('staff.section.recharges')}
        level={1}
        actions={
          fiat.length > 0 && (
            <>
              <ActButton text={t('staff.statement.import')} act={importing} />
              <ActButton text={t('staff.credit')} act={act} />
            </>
          )
        }
      >
        <RechargeTabs canShow {...(since === undefined ? {} : { since })} />
      </Panel>
      <DepositReportsPanel ownStaff={ownStaff} />
      <Chains />
      <HouseFundsPanel ownStaff={ownStaff} />
    </>
  );
}

/** The reference is the bank's, not the user's, so that each transfer is credited once, whoever enters it. */
function useCrediting(assets: readonly string[], onDone: (position: number | undefined) => void): Act {
  const { t } = useTexts();
  const [credit] = useCreditRechargeMutation();
  return {
    title: t('staff.credit'),
    consequence: t('staff.credit.consequence'),
    approvalRule: 'CreditRecharge',
    fields: [
      {
        name: 'whose',
        label: t('staff.credit.whose'),
        kind: 'line',
        lengthMax: WHOSE_LENGTH_MAX,
        hint: t('staff.credit.whose_hint'),
        formatFault: t('staff.credit.whose_wrong'),
      },
      {
        name: 'asset',
        label: t('staff.asset'),
        kind: 'line',
        lengthMax: 32,
        choices: assets.map((asset) => ({ value: asset, text: asset })),
      },
      { name: 'amount', label: t('staff.amount'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      {
        name: 'reference',
        label: t('staff.credit.reference'),
        kind: 'line',
        lengthMax: REFERENCE_LENGTH_MAX,
        hint: t('staff.credit.reference_hint'),
      },
    ],
    confirm: t('staff.credit.confirm'),
    successText: t('staff.credit.done'),
    send: async ({ whose, asset, amount, reference }, clientId) => {
      const userId = userOfBankReference(whose);
      // The check digit reveals typing errors; nothing is sent then.
      if (userId === null) return { error: { data: { fields: [{ path: 'whose', code: 'format' }] } } };
      return credit({ clientId, userId, asset, amount, reference: `bank/${reference}` });
    },
    onDone,
  };
}

/** Imports bank statements. A deposit is credited, or a payout recorded as paid, only with a matching line. */
function useImporting(assets: readonly string[]): Act {
  const { t } = useTexts();
  const [importStatement] = useImportStatementMutation();
  return {
    title: t('staff.statement.import'),
    consequence: t('staff.statement.consequence'),
    approvalRule: 'ImportStatement',
    fields: [
      {
        name: 'asset',
        label: t('staff.asset'),
        kind: 'line',
        lengthMax: 32,
        choices: assets.map((asset) => ({ value: asset, text: asset })),
      },
      {
        name: 'csv',
        label: t('staff.statement.csv'),
        kind: 'lines',
        lengthMax: CSV_LENGTH_MAX,
        hint: t('staff.statement.hint'),
      },
    ],
    confirm: t('staff.statement.import'),
    successText: t('staff.statement.done'),
    send: ({ asset, csv }, clientId) => importStatement({ clientId, asset, csv }),
  };
}
