import { useState } from 'react';
import { chainNameOf } from '../../../../../shared/rules/chains';
import type { HouseFunds } from '../../../../../shared/wire/desk';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useFundHouseMutation, useHouseFundsQuery } from '../../../admin/api/orders-api';
import { useDeskAssetsQuery } from '../../../admin/api/settings-api';
import type { Act } from '../../../admin/act/act-dialog';
import { DECIMAL_LENGTH_MAX, reasonField } from '../../../admin/act/fields';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Amount } from '../../../kit/ui/figures/amount';
import { CopyButton } from '../../../kit/ui/figures/copy-button';
import { column, figure, fixed } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import { ActButton } from '../../../admin/parts/act-button';
import styles from '../../../admin/parts/admin.module.css';

/** Bound of the request. */
const REFERENCE_LENGTH_MAX = 128;

/** The exchange's own funds, with a form to pay in the owners' money. */
export function HouseFundsPanel({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [since, setSince] = useState<number>();
  const { data, error, refetch } = useHouseFundsQuery(since, { refetchOnMountOrArgChange: true });
  const { data: assets = [] } = useDeskAssetsQuery();
  const funding = useFunding(
    assets.map(({ asset }) => asset),
    setSince,
  );
  const canFund = ownStaff.role === 'admin' && assets.length > 0;
  return (
    <>
      <Panel
        title={t('staff.house')}
        lead={t('staff.house.lead')}
        level={2}
        actions={canFund && <ActButton text={t('staff.house.fund')} act={funding} />}
      >
        {data ? (
          <Rows<HouseFunds['records'][number]>
            label={t('staff.house')}
            rows={data.records}
            keyOf={({ account, asset }) => `${account}/${asset}`}
            empty={<Note kind="empty" text={t('staff.house.none')} />}
            columns={[
              fixed('account', t('staff.account'), ({ account }) => t(`staff.house.${account}`)),
              fixed('asset', t('staff.asset'), ({ asset }) => <b>{asset}</b>),
              figure('balance', t('staff.house.balance'), ({ balance, asset }) => (
                <Amount amount={balance} asset={asset} />
              )),
            ]}
          />
        ) : (
          <Waiting error={error} onRetry={refetch} />
        )}
      </Panel>
      {data && data.wallets.length > 0 && <Wallets wallets={data.wallets} />}
    </>
  );
}

/** Wallets into which the owners pay coins. */
function Wallets({ wallets }: Pick<HouseFunds, 'wallets'>) {
  const { t } = useTexts();
  return (
    <Panel title={t('staff.house.wallets')} lead={t('staff.house.wallets_lead')} level={2}>
      <Rows<HouseFunds['wallets'][number]>
        label={t('staff.house.wallets')}
        rows={wallets}
        keyOf={({ chain, address }) => `${chain}/${address}`}
        empty={null}
        columns={[
          fixed('chain', t('staff.chain'), ({ chain }) => chainNameOf(chain)),
          column('assets', t('staff.asset'), ({ assets }) => assets.join(', ')),
          column('address', t('staff.house.address'), ({ address }) => (
            <span className={styles.wallet}>
              <span translate="no">{address}</span>
              <CopyButton text={address} label={t('staff.house.address')} />
            </span>
          )),
        ]}
      />
    </Panel>
  );
}

function useFunding(assets: readonly string[], onDone: (position: number | undefined) => void): Act {
  const { t } = useTexts();
  const [fund] = useFundHouseMutation();
  return {
    title: t('staff.house.fund'),
    consequence: t('staff.house.consequence'),
    approvalRule: 'FundHouse',
    fields: [
      {
        ...{ name: 'asset', label: t('staff.asset'), kind: 'line', lengthMax: 32 },
        choices: assets.map((asset) => ({ value: asset, text: asset })),
      },
      { name: 'amount', label: t('staff.amount'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      {
        ...{ name: 'reference', label: t('staff.house.reference'), kind: 'line', lengthMax: REFERENCE_LENGTH_MAX },
        hint: t('staff.house.reference_hint'),
      },
      reasonField(t),
    ],
    confirm: t('staff.house.fund'),
    successText: t('staff.house.done'),
    send: ({ asset, amount, reference, reason }, clientId) => fund({ clientId, asset, amount, reference, reason }),
    onDone,
  };
}
