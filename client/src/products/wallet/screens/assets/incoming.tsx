import { Link } from 'react-router';
import { useSelector } from 'react-redux';
import { progressOf } from '../../api/progress';
import { useRechargesQuery } from '../../../../kit/entities/recharge/recharge-api';
import { useFollowedRecharges } from '../../api/use-followed-recharges';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Amount } from '../../../../kit/ui/figures/amount';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';

const SHOWN_MAX = 20;

/**
 * Payments from a chain or bank that are not credited yet, or credited but not final. Renders nothing if there are
 * none.
 */
export function Incoming({ isHidden }: { isHidden: boolean }) {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const { data } = useFollowedRecharges(
    { status: 'recharging', pageIndex: 1, pageSize: SHOWN_MAX },
    { skip: !isKnown },
  );
  const { data: credited } = useRechargesQuery(
    { finality: 'pending', pageIndex: 1, pageSize: SHOWN_MAX },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  const records = [...(data?.records ?? []), ...(credited?.records ?? [])];
  if (records.length === 0) return null;
  return (
    <section className={styles.incoming} aria-labelledby="assets-incoming">
      <h2 id="assets-incoming">{t('assets.incoming')}</h2>
      <ul>
        {records.map((record) => (
          <li key={record.recharge ?? record.reference}>
            <b>
              <Concealed isHidden={isHidden}>
                <Amount amount={record.amount} asset={record.asset} isSigned />
              </Concealed>{' '}
              {record.asset}
            </b>
            {record.finality === 'pending' ? (
              <span className={styles.label}>{t('wallet.finality.pending')}</span>
            ) : (
              <Confirmed of={progressOf(record)} />
            )}
          </li>
        ))}
      </ul>
      <Link to="/accountSet/rechargeRecords">{t('wallet.menu.recharge_records')}</Link>
    </section>
  );
}

function Confirmed({ of: progress }: { of: ReturnType<typeof progressOf> }) {
  if (progress === null) return null;
  const { confirmations, needed } = progress;
  return (
    <span className={styles.label}>
      <TextWithFact
        text="wallet.recharge.progress"
        params={{ confirmations: String(confirmations), needed: String(needed) }}
      />
    </span>
  );
}
