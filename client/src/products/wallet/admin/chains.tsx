import type { ChainStatus } from '../../../../../shared/products/wallet/chains';
import { useChainStatusQuery } from '../../../admin/api/money-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Note } from '../../../kit/ui/page/note';
import { Alarm } from './chains-alarm';
import chainStyles from './chains.module.css';
import styles from '../../../admin/parts/admin.module.css';
import { Mark } from '../../../kit/ui/figures/mark';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import { ReadTable } from '../../../admin/parts/read-table';

/** State of the chains, and open alarms. */
export function Chains() {
  const { t } = useTexts();
  const { data, error, refetch } = useChainStatusQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={t('staff.chains')} level={2}>
      {error || !data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : (
        <>
          {data.alarms.map((alarm) => (
            <Alarm key={alarm.alarm} alarm={alarm} />
          ))}
          {data.chains.length === 0 ? (
            <Note kind="empty" text={t('staff.chains.none')} />
          ) : (
            <Table chains={data.chains} />
          )}
        </>
      )}
    </Panel>
  );
}

function Table({ chains }: { chains: readonly ChainStatus[] }) {
  const { t } = useTexts();
  return (
    <ReadTable label={t('staff.chains')}>
      <thead className={chainStyles.head}>
        <tr>
          <th scope="col">{t('staff.chain')}</th>
          <th scope="col">{t('staff.state')}</th>
          <th scope="col">{t('staff.chain.assets')}</th>
          <th scope="col" className={styles.end}>
            {t('staff.chain.tip')}
          </th>
          <th scope="col" className={styles.end}>
            {t('staff.chain.followed')}
          </th>
          <th scope="col" className={styles.end}>
            {t('staff.chain.settled')}
          </th>
          <th scope="col" className={styles.end}>
            {t('staff.chain.addresses')}
          </th>
        </tr>
      </thead>
      <tbody>
        {chains.map(({ chain, chainName, simulated, assets, tip, followed, settled, addresses, fault }) => (
          <tr key={chain}>
            <th scope="row" className={styles.rowHead}>
              {chainName} {simulated && <Mark kind="level" text={t('staff.chain.simulated')} />}
            </th>
            <td>
              {fault === null ? <Mark kind="good" text={t('staff.chain.fine')} /> : <Mark kind="bad" text={fault} />}
            </td>
            <td>{assets.join(', ')}</td>
            <td className={styles.end}>{tip ?? '—'}</td>
            <td className={styles.end}>{followed ?? '—'}</td>
            <td className={styles.end}>{settled ?? '—'}</td>
            <td className={styles.end}>{addresses}</td>
          </tr>
        ))}
      </tbody>
    </ReadTable>
  );
}
