import { Download } from 'lucide-react';
import { verifyBalances, type BalanceVerdict } from '../../../../../../../shared/proof/balance-proof';
import { decimalOf } from '../../../../../../../shared/rules/units';
import { useProofOfBalanceQuery } from '../../../api/proof-api';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { downloadText } from '../../../../../kit/lib/download';
import { dateAndTime } from '../../../../../kit/lib/numbers/format';
import { browserSha256, browserVerify } from '../../../../../kit/lib/proving';
import { useVerification } from '../../../../../kit/lib/hooks/use-verification';
import { Button } from '../../../../../kit/ui/controls/button';
import { Facts } from '../../../../../kit/ui/figures/facts';
import { Faulty } from '../../../../../kit/ui/page/faulty';
import { Note } from '../../../../../kit/ui/page/note';
import { Panel } from '../../../../../kit/ui/page/panel';
import { ProofResult } from '../../../../../kit/ui/figures/proof-result';
import styles from './balance-proof-page.module.css';

type Proved = Exclude<BalanceVerdict, { refused: unknown }>;

/**
 * Verifies in the browser that the user's balances are part of the exchange's liabilities, from the user's leaf to the
 * signed root.
 */
export function BalanceProofPage() {
  const { t } = useTexts();
  const { data, error, refetch } = useProofOfBalanceQuery();
  const file = `balance-proof-${data?.user ?? ''}.json`;
  return (
    <Panel
      title={t('proof.title')}
      lead={t('proof.lead')}
      level={1}
      actions={
        data && (
          <Button onClick={() => downloadText(file, JSON.stringify(data), 'application/json')}>
            <Download size={16} aria-hidden="true" /> {t('proof.download')}
          </Button>
        )
      }
    >
      {error ? (
        <Faulty error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Note kind="loading" text={t('page.loading')} />
      ) : data === null ? (
        <Note kind="empty" text={t('proof.none')} />
      ) : (
        <Checked proof={data} />
      )}
    </Panel>
  );
}

const verify = (proof: unknown) => verifyBalances(proof, browserSha256, browserVerify);

function Checked({ proof }: { proof: unknown }) {
  const { t } = useTexts();
  const verdict = useVerification(proof, verify);
  if (!verdict) return <Note kind="loading" text={t('proof.checking')} />;
  if (verdict === 'failed') return <Note kind="error" text={t('proof.insecure')} />;
  if ('refused' in verdict) {
    return (
      <ProofResult kind="bad" title={<b>{t('proof.refused')}</b>}>
        {t(`proof.fault.${verdict.refused}`)} {verdict.where !== '' && `(${verdict.where})`}
      </ProofResult>
    );
  }
  return <ProvedBalances proved={verdict} />;
}

function ProvedBalances({ proved: { position, at, hash, key, assets } }: { proved: Proved }) {
  const { t, numbers } = useTexts();
  return (
    <>
      <ProofResult kind="good" title={<b>{t('proof.proved')}</b>}>
        {t('proof.proved_text')}
      </ProofResult>
      {assets.length === 0 ? (
        <Note kind="empty" text={t('proof.nothing')} />
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('proof.proved')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('proof.asset')}</th>
                <th scope="col">{t('proof.own')}</th>
                <th scope="col">{t('proof.all')}</th>
                <th scope="col">{t('proof.users')}</th>
                <th scope="col">{t('proof.house')}</th>
                <th scope="col">{t('proof.custody')}</th>
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
        details={[
          [t('proof.at'), dateAndTime(at)],
          [t('proof.position'), String(position)],
        ]}
      />
      <Facts
        layout="lines"
        details={[
          [
            t('proof.batch'),
            <code translate="no" key="hash">
              {hash}
            </code>,
          ],
          [
            t('proof.key'),
            <code translate="no" key="key">
              {key}
            </code>,
          ],
        ]}
      />
      <p className={styles.hint}>{t('proof.compare')}</p>
    </>
  );
}
