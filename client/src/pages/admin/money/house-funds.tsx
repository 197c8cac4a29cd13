import { useState } from 'react';
import { chainNameOf } from '../../../../../shared/rules/chains';
import type { HouseFunds } from '../../../../../shared/wire/desk';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useFundHouseMutation, useHouseFundsQuery } from '../../../entities/staff/orders-api';
import { useDeskAssetsQuery } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, reasonField } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Amount } from '../../../shared/ui/figures/amount';
import { CopyButton } from '../../../shared/ui/figures/copy-button';
import { column, figure, fixed } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { ActButton } from '../parts/act-button';
import styles from '../parts/desk.module.css';

/** As a request has it. */
const REFERENCE_LENGTH_MAX = 128;

/** What the exchange itself has, and the way in for the owners' money. */
export function HouseFundsPanel({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const { data, error, refetch } = useHouseFundsQuery(since, { refetchOnMountOrArgChange: true });
  const { data: assets = [] } = useDeskAssetsQuery();
  const funding = useFunding(
    assets.map(({ asset }) => asset),
    setSince,
  );
  const canFund = own.role === 'admin' && assets.length > 0;
  return (
    <>
      <Panel
        title={say('staff.house')}
        lead={say('staff.house.lead')}
        level={2}
        actions={canFund && <ActButton text={say('staff.house.fund')} act={funding} />}
      >
        {data ? (
          <Rows<HouseFunds['records'][number]>
            label={say('staff.house')}
            rows={data.records}
            keyOf={({ account, asset }) => `${account}/${asset}`}
            empty={<Note kind="empty" text={say('staff.house.none')} />}
            columns={[
              fixed('account', say('staff.account'), ({ account }) => say(`staff.house.${account}`)),
              fixed('asset', say('staff.asset'), ({ asset }) => <b>{asset}</b>),
              figure('balance', say('staff.house.balance'), ({ balance, asset }) => (
                <Amount of={balance} asset={asset} />
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

/** Wallets to which the owners pay coins. */
function Wallets({ wallets }: Pick<HouseFunds, 'wallets'>) {
  const { say } = useTexts();
  return (
    <Panel title={say('staff.house.wallets')} lead={say('staff.house.wallets_lead')} level={2}>
      <Rows<HouseFunds['wallets'][number]>
        label={say('staff.house.wallets')}
        rows={wallets}
        keyOf={({ chain, address }) => `${chain}/${address}`}
        empty={null}
        columns={[
          fixed('chain', say('staff.chain'), ({ chain }) => chainNameOf(chain)),
          column('assets', say('staff.asset'), ({ assets }) => assets.join(', ')),
          column('address', say('staff.house.address'), ({ address }) => (
            <span className={styles.wallet}>
              <span translate="no">{address}</span>
              <CopyButton text={address} label={say('staff.house.address')} />
            </span>
          )),
        ]}
      />
    </Panel>
  );
}

function useFunding(assets: readonly string[], onDone: (position: number | undefined) => void): Act {
  const { say } = useTexts();
  const [fund] = useFundHouseMutation();
  return {
    title: say('staff.house.fund'),
    consequence: say('staff.house.consequence'),
    takes: 'FundHouse',
    fields: [
      {
        ...{ name: 'asset', label: say('staff.asset'), kind: 'line', lengthMax: 32 },
        choices: assets.map((asset) => ({ value: asset, text: asset })),
      },
      { name: 'amount', label: say('staff.amount'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      {
        ...{ name: 'reference', label: say('staff.house.reference'), kind: 'line', lengthMax: REFERENCE_LENGTH_MAX },
        hint: say('staff.house.reference_hint'),
      },
      reasonField(say),
    ],
    confirm: say('staff.house.fund'),
    done: say('staff.house.done'),
    send: ({ asset, amount, reference, reason }, clientId) => fund({ clientId, asset, amount, reference, reason }),
    onDone,
  };
}
