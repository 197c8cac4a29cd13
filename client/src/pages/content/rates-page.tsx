import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { FeeTiers } from '../../../../shared/wire/product';
import { useFeeTiersQuery } from '../../entities/fee/fee-api';
import { levelCharged, percentPlaces, ratioOfPpb, schedulesOf, type Schedule } from '../../entities/fee/rates';
import { selectIsLogin, selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { Notice } from '../../shared/ui/notice';
import styles from './rates-page.module.css';
import { Failed, Head, Loading } from './reading';
import reading from './reading.module.css';

/** The rates that are in force, as the exchange charges them. */
export function RatesPage() {
  const { say } = useTexts();
  const user = useSelector(selectUser);
  const { data, error, isFetching, refetch } = useFeeTiersQuery(user?.userId ?? null);
  return (
    <section className={reading.page} data-wide="true">
      <Head title={say('footer.rates')} lead={say('rates.lead')} />
      {data ? (
        <Schedules {...data} />
      ) : error && !isFetching ? (
        <Failed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <dl className={styles.rules}>
        {(['maker', 'taker', 'charged', 'level'] as const).map((rule) => (
          <div key={rule}>
            <dt>{say(`rates.rule.${rule}`)}</dt>
            <dd>{say(`rates.rule_text.${rule}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Schedules({ markets, userTier }: FeeTiers) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const schedules = schedulesOf(markets);
  if (schedules.length === 0) return <Notice kind="empty" text={say('rates.empty')} />;
  return (
    <>
      <p className={styles.standing}>
        {userTier !== null && say('rates.standing', { level: String(userTier) })}
        {!isLogin && <Link to="/login?statusType=0">{say('rates.login')}</Link>}
      </p>
      {schedules.map((schedule) => (
        <ScheduleTable key={schedule.markets[0]} schedule={schedule} userTier={userTier} />
      ))}
    </>
  );
}

function ScheduleTable({ schedule: { markets, tiers }, userTier }: { schedule: Schedule; userTier: number | null }) {
  const { say, numbers } = useTexts();
  const own = levelCharged(tiers, userTier);
  const places = percentPlaces(tiers.flatMap(({ makerPpb, takerPpb }) => [makerPpb, takerPpb]));
  const percent = (ppb: number) => numbers.exactPercent(ratioOfPpb(ppb), places);
  return (
    <table className={styles.table}>
      <caption>
        {markets.map((market) => (
          <span key={market}>{market}</span>
        ))}
      </caption>
      <thead>
        <tr>
          <th scope="col">{say('rates.level')}</th>
          <th scope="col">{say('rates.maker')}</th>
          <th scope="col">{say('rates.taker')}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ level, makerPpb, takerPpb }) => (
          <tr key={level} data-own={level === own} aria-current={level === own ? 'true' : undefined}>
            <th scope="row">
              {level}
              {level === own && <span className={styles.own}>{say('rates.own')}</span>}
            </th>
            <td>{percent(makerPpb)}</td>
            <td>{percent(takerPpb)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
