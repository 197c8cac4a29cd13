import { Download } from 'lucide-react';
import { verifyBalances, type BalanceVerdict } from '../../../../../../../shared/proof/balance-proof';
import { decimalOf } from '../../../../../../../shared/rules/units';
import { useProofOfBalanceQuery } from '../../../api/proof-api';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { downloadText } from '../../../../../shared/lib/download';
import { dateAndTime } from '../../../../../shared/lib/numbers/format';
import { browserSha256, browserVerify } from '../../../../../shared/lib/proving';
import { useVerdict } from '../../../../../shared/lib/hooks/use-verdict';
import { Button } from '../../../../../shared/ui/controls/button';
import { Facts } from '../../../../../shared/ui/figures/facts';
import { Faulty } from '../../../../../shared/ui/page/faulty';
import { Note } from '../../../../../shared/ui/page/note';
import { Panel } from '../../../../../shared/ui/page/panel';
import { ProofResult } from '../../../../../shared/ui/figures/proof-result';
import styles from './balance-proof-page.module.css';

type Proved = Exclude<BalanceVerdict, { refused: unknown }>;

/** Whether the own balances are part of what the exchange says that it owes: computed here, from one's own number to the signed root. */
export function BalanceProofPage() {
  const { say } = useTexts();
  const { data, error, refetch } = useProofOfBalanceQuery();
  const file = `balance-proof-${data?.user ?? ''}.json`;
  return (
    <Panel
      title={say('proof.title')}
      lead={say('proof.lead')}
      level={1}
      actions={
        data && (
          <Button onClick={() => downloadText(file, JSON.stringify(data), 'application/json')}>
            <Download size={16} aria-hidden="true" /> {say('proof.download')}
          </Button>
        )
      }
    >
      {error ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Note kind="loading" text={say('page.loading')} />
      ) : data === null ? (
        <Note kind="empty" text={say('proof.none')} />
      ) : (
        <Checked given={data} />
      )}
    </Panel>
  );
}

const verify = (given: unknown) => verifyBalances(given, browserSha256, browserVerify);

function Checked({ given }: { given: unknown }) {
  const { say } = useTexts();
  const verdict = useVerdict(given, verify);
  if (!verdict) return <Note kind="loading" text={say('proof.checking')} />;
  if (verdict === 'failed') return <Note kind="error" text={say('proof.insecure')} />;
  if ('refused' in verdict) {
    return (
      <ProofResult kind="bad" title={<b>{say('proof.refused')}</b>}>
        {say(`proof.fault.${verdict.refused}`)} {verdict.where !== '' && `(${verdict.where})`}
      </ProofResult>
    );
  }
  return <ProvedBalances proved={verdict} />;
}

function ProvedBalances({ proved: { position, at, hash, key, assets } }: { proved: Proved }) {
  const { say, numbers } = useTexts();
  return (
    <>
      <ProofResult kind="good" title={<b>{say('proof.proved')}</b>}>
        {say('proof.proved_text')}
      </ProofResult>
      {assets.length === 0 ? (
        <Note kind="empty" text={say('proof.nothing')} />
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={say('proof.proved')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{say('proof.asset')}</th>
                <th scope="col">{say('proof.own')}</th>
                <th scope="col">{say('proof.all')}</th>
                <th scope="col">{say('proof.users')}</th>
                <th scope="col">{say('proof.house')}</th>
                <th scope="col">{say('proof.custody')}</th>
              </tr>
            </thead>
            <tbody>
              {assets.map(({ asset, scale, own, sum, users, house, custody }) => {
                const money = (units: string) => numbers.exact(decimalOf(BigInt(units), scale));
                return (
                  <tr key={asset}>
                    <th scope="row">{asset}</th>
                    <td>
                      <b>{money(own)}</b>
                    </td>
                    <td>{money(sum)}</td>
                    <td>{numbers.exact(String(users))}</td>
                    <td>{money(house)}</td>
                    <td>{money(custody)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <Facts
        facts={[
          [say('proof.at'), dateAndTime(at)],
          [say('proof.position'), String(position)],
        ]}
      />
      <Facts
        layout="lines"
        facts={[
          [
            say('proof.batch'),
            <code translate="no" key="hash">
              {hash}
            </code>,
          ],
          [
            say('proof.key'),
            <code translate="no" key="key">
              {key}
            </code>,
          ],
        ]}
      />
      <p className={styles.hint}>{say('proof.compare')}</p>
    </>
  );
}
