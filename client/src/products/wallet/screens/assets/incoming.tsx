import { Link } from 'react-router';
import { useSelector } from 'react-redux';
import { progressOf } from '../../api/progress';
import { useRechargesQuery } from '../../../../entities/recharge/recharge-api';
import { useFollowedRecharges } from '../../api/use-followed-recharges';
import { selectUser } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Said } from '../../../../shared/ui/said';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';

const SHOWN_MAX = 20;

/** What a chain or a bank brings and is not credited yet, or credited and not final. Nothing while there is nothing. */
export function Incoming({ isHidden }: { isHidden: boolean }) {
  const { say } = useTexts();
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
      <h2 id="assets-incoming">{say('assets.incoming')}</h2>
      <ul>
        {records.map((record) => (
          <li key={record.recharge ?? record.reference}>
            <b>
              <Concealed isHidden={isHidden}>
                <Amount of={record.amount} asset={record.asset} isSigned />
              </Concealed>{' '}
              {record.asset}
            </b>
            {record.finality === 'pending' ? (
              <span className={styles.label}>{say('wallet.finality.pending')}</span>
            ) : (
              <Confirmed of={progressOf(record)} />
            )}
          </li>
        ))}
      </ul>
      <Link to="/accountSet/rechargeRecords">{say('wallet.menu.recharge_records')}</Link>
    </section>
  );
}

function Confirmed({ of: progress }: { of: ReturnType<typeof progressOf> }) {
  if (progress === null) return null;
  const { confirmations, needed } = progress;
  return (
    <span className={styles.label}>
      <Said text="wallet.recharge.progress" facts={{ confirmations: String(confirmations), needed: String(needed) }} />
    </span>
  );
}
