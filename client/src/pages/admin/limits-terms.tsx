import { useState } from 'react';
import type { AssetRecord } from '../../../../shared/wire/product';
import { useDeskAssetsQuery, useSetRechargeTermsMutation } from '../../entities/staff/settings-api';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import { Button } from '../../shared/ui/button';
import { Faulty } from '../../shared/ui/faulty';
import { Notice } from '../../shared/ui/notice';
import styles from './desk.module.css';
import { Panel } from './panel';

const DECIMAL_LENGTH_MAX = 61;

type OnChain = AssetRecord['chains'][number] & { asset: string };

/** What a chain must bring of a coin to be credited. */
export function Terms() {
  const { say } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const actOn = useChange();
  const title = say('staff.terms');
  const rows = data?.flatMap(({ asset, chains }) => chains.map((chain): OnChain => ({ asset, ...chain })));
  return (
    <Panel title={title} level={2}>
      {error ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <Notice kind="loading" text={say('page.loading')} />
      ) : rows.length === 0 ? (
        <Notice kind="empty" text={say('staff.terms.none')} />
      ) : (
        <div className={styles.scroll}>
          <table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{say('staff.asset')}</th>
                <th scope="col">{say('staff.chain')}</th>
                <th scope="col" className={styles.end}>
                  {say('staff.terms.minimum')}
                </th>
                <th scope="col" className={styles.end}>
                  {say('staff.confirmations')}
                </th>
                <th scope="col">
                  <span className="spoken">{say('table.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.asset}/${row.chain}`}>
                  <th scope="row" className={styles.rowHead}>
                    {row.asset}
                  </th>
                  <td>{row.chain}</td>
                  <td className={styles.end}>
                    <Amount of={row.rechargeMin} />
                  </td>
                  <td className={styles.end}>{row.confirmations}</td>
                  <td className={styles.end}>
                    <Button
                      aria-label={`${say('staff.change')}: ${row.asset} ${row.chain}`}
                      onClick={() => setAct(actOn(row))}
                    >
                      {say('staff.change')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function useChange(): (row: OnChain) => Act {
  const { say } = useTexts();
  const [setTerms] = useSetRechargeTermsMutation();
  return ({ asset, chain, rechargeMin, confirmations }) => ({
    title: `${say('staff.terms')} – ${asset} (${chain})`,
    consequence: say('staff.terms.consequence'),
    fields: [
      {
        name: 'minimum',
        label: `${say('staff.terms.minimum')} (${asset})`,
        kind: 'decimal',
        lengthMax: DECIMAL_LENGTH_MAX,
        initial: rechargeMin,
      },
      {
        name: 'confirmations',
        label: say('staff.confirmations'),
        kind: 'whole',
        lengthMax: 5,
        initial: String(confirmations),
      },
    ],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: (entered, clientId) =>
      setTerms({
        clientId,
        asset,
        chain,
        minimum: entered.minimum,
        confirmations: Number(entered.confirmations),
      }),
  });
}
