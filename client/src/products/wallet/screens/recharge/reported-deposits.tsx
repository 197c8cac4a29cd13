import { useState } from 'react';
import type { DepositReport } from '../../../../../../shared/products/wallet/deposit-reports';
import { useLookAtDepositMutation, useOwnDepositReportsQuery } from '../../api/deposit-reports-api';
import { useReasonWords } from '../../../../kit/i18n/reason-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Button } from '../../../../kit/ui/controls/button';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Mark } from '../../../../kit/ui/figures/mark';
import { Pager } from '../../../../kit/ui/lists/pager';
import type { Paging } from '../../../../kit/ui/lists/pages';
import { Hash } from '../parts/hash';
import styles from './reported-deposits.module.css';
import shared from '../parts/wallet.module.css';

const SHOWN = 5;

const KINDS = {
  away: 'warning',
  unknown: 'bad',
  elsewhere: 'bad',
  waiting: 'warning',
  failed: 'bad',
  unclear: 'warning',
  missed: 'warning',
  credited: 'good',
  refused: 'bad',
} as const satisfies Record<DepositReport['state'], string>;

/** The user's earlier reports with the networks' answers. Renders nothing if there are none. */
export function ReportedDeposits() {
  const { t, language } = useTexts();
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: SHOWN });
  const { data, error, refetch } = useOwnDepositReportsQuery(
    { ...paging, language },
    { refetchOnMountOrArgChange: true },
  );
  if (error && !data) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (!data || data.total === 0) return null;
  const title = t('wallet.missing.own');
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.reports}>
        {data.records.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      {data.total > paging.pageSize && (
        <Pager {...paging} list={title} total={data.total} navigation={{ by: 'hand', onPage: setPaging }} />
      )}
    </section>
  );
}

function Report({ report }: { report: DepositReport }) {
  const { t } = useTexts();
  const reasonOf = useReasonWords();
  const [lookAtDeposit, { isLoading }] = useLookAtDepositMutation();
  const { id, chainName, transaction, state, confirmations, payments, reason, note, lookedAt } = report;
  const isEnded = state === 'credited' || state === 'refused';
  return (
    <li>
      <p className={styles.what}>
        <Hash text={transaction} label={t('wallet.missing.transaction')} />
        <Mark kind={KINDS[state]} text={t(`wallet.missing.state.${state}`)} />
      </p>
      <p>{t(`wallet.missing.text.${state}`)}</p>
      {payments.map((payment, place) => (
        <p key={place} className={styles.detail}>
          <b>
            <Amount amount={payment.amount} asset={payment.asset} /> {payment.asset}
          </b>
          {payment.byContract && <span>{t('wallet.missing.by_contract')}</span>}
          {payment.state === 'waiting' && confirmations !== null && (
            <span>
              {t('wallet.recharge.progress', {
                confirmations: String(Math.min(confirmations, payment.needed)),
                needed: String(payment.needed),
              })}
            </span>
          )}
          {payments.length > 1 && <span>{t(`wallet.missing.state.${payment.state}`)}</span>}
          {payment.reason !== null && <span className={shared.fault}>{reasonOf(payment.reason)}</span>}
        </p>
      ))}
      {reason !== null && <p className={shared.fault}>{reason}</p>}
      {note !== null && <p className={styles.detail}>{note}</p>}
      <p className={styles.detail}>
        <span>{chainName}</span>
        <span>{t('wallet.missing.looked', { time: dateAndTime(lookedAt) })}</span>
        {!isEnded && (
          <Button
            aria-label={`${t('wallet.missing.look')}: ${transaction}`}
            disabled={isLoading}
            onClick={() => void lookAtDeposit({ report: id })}
          >
            {t('wallet.missing.look')}
          </Button>
        )}
      </p>
    </li>
  );
}
