import type { ChainStatus } from '../../../../../shared/products/wallet/chains';
import { useChainStatusQuery } from '../../../entities/staff/money-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Note } from '../../../shared/ui/page/note';
import { Alarm } from './chains-alarm';
import own from './chains.module.css';
import styles from '../parts/desk.module.css';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { ReadTable } from '../parts/read-table';

/** How the chains are followed, and what somebody has to look at. */
export function Chains() {
  const { say } = useTexts();
  const { data, error, refetch } = useChainStatusQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={say('staff.chains')} level={2}>
      {error || !data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : (
        <>
          {data.alarms.map((alarm) => (
            <Alarm key={alarm.alarm} alarm={alarm} />
          ))}
          {data.chains.length === 0 ? (
            <Note kind="empty" text={say('staff.chains.none')} />
          ) : (
            <Table chains={data.chains} />
          )}
        </>
      )}
    </Panel>
  );
}

function Table({ chains }: { chains: readonly ChainStatus[] }) {
  const { say } = useTexts();
  return (
    <ReadTable label={say('staff.chains')}>
      <thead className={own.head}>
        <tr>
          <th scope="col">{say('staff.chain')}</th>
          <th scope="col">{say('staff.state')}</th>
          <th scope="col">{say('staff.chain.assets')}</th>
          <th scope="col" className={styles.end}>
            {say('staff.chain.tip')}
          </th>
          <th scope="col" className={styles.end}>
            {say('staff.chain.followed')}
          </th>
          <th scope="col" className={styles.end}>
            {say('staff.chain.settled')}
          </th>
          <th scope="col" className={styles.end}>
            {say('staff.chain.addresses')}
          </th>
        </tr>
      </thead>
      <tbody>
        {chains.map(({ chain, chainName, simulated, assets, tip, followed, settled, addresses, fault }) => (
          <tr key={chain}>
            <th scope="row" className={styles.rowHead}>
              {chainName} {simulated && <Mark kind="level" text={say('staff.chain.simulated')} />}
            </th>
            <td>
              {fault === null ? <Mark kind="good" text={say('staff.chain.fine')} /> : <Mark kind="bad" text={fault} />}
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
