import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { FeeTiers } from '../../../../shared/wire/product';
import { useFeeTiersQuery } from '../../entities/fee/fee-api';
import { announcedSchedules, isFixed, schedulesOf, type Tier } from '../../entities/fee/rates';
import { useMarkets } from '../../entities/market/market-api';
import { selectIsLogin, selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Note } from '../../shared/ui/note';
import { OptionFees } from './option-fees';
import { OwnLevel } from './own-level';
import { RateTable } from './rate-table';
import styles from './rates-page.module.css';
import { Faulty } from '../../shared/ui/faulty';
import { Head, Loading } from './reading';
import reading from './reading.module.css';

/** The rates that are in force, as the exchange charges them, those that are to come, and where the user stands. */
export function RatesPage() {
  const { say } = useTexts();
  const user = useSelector(selectUser);
  const { data, error, isFetching, refetch } = useFeeTiersQuery(user?.userId ?? null, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <section className={reading.page} data-wide="true">
      <Head title={say('footer.rates')} lead={say('rates.lead')} />
      {data ? (
        <Schedules {...data} />
      ) : error && !isFetching ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <OptionFees />
      <Rules byVolume={isByVolume(data)} withFixed={hasFixed(data?.markets.flatMap(({ tiers }) => tiers))} />
    </section>
  );
}

function Schedules(fees: FeeTiers) {
  const { markets, volumes = [], userTier } = fees;
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const schedules = schedulesOf(markets);
  const announced = announcedSchedules(useMarkets());
  if (schedules.length === 0) return <Note kind="empty" text={say('rates.empty')} />;
  return (
    <>
      <OwnLevel fees={fees} />
      {!isLogin && (
        <p className={styles.standing}>
          <Link to="/login?statusType=0">{say('rates.login')}</Link>
        </p>
      )}
      {schedules.map((schedule) => (
        <RateTable key={schedule.markets[0]} schedule={schedule} volumes={volumes} userTier={userTier} />
      ))}
      {announced.length > 0 && (
        <section aria-labelledby="rates-announced">
          <h2 id="rates-announced" className={styles.title}>
            {say('rates.announced')}
          </h2>
          {announced.map((schedule) => (
            <RateTable
              key={`${schedule.from} ${schedule.markets[0]}`}
              title={say('rates.from', { time: dateAndTime(schedule.from) })}
              schedule={schedule}
              volumes={volumes}
              userTier={userTier}
            />
          ))}
        </section>
      )}
    </>
  );
}

/** How it works, in words. Of what is not so here nothing is said. */
function Rules({ byVolume, withFixed }: { byVolume: boolean; withFixed: boolean }) {
  const { say } = useTexts();
  const rules = [
    { name: say('rates.rule.maker'), text: say('rates.rule_text.maker') },
    { name: say('rates.rule.taker'), text: say('rates.rule_text.taker') },
    { name: say('rates.rule.charged'), text: say('rates.rule_text.charged') },
    ...(withFixed ? [{ name: say('rates.rule.fixed'), text: say('rates.rule_text.fixed') }] : []),
    {
      name: say('rates.rule.level'),
      text: say(byVolume ? 'rates.rule_text.level' : 'rates.rule_text.level_assigned'),
    },
    ...(byVolume ? [{ name: say('rates.rule.volume'), text: say('rates.rule_text.volume') }] : []),
  ];
  return (
    <dl className={styles.rules}>
      {rules.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function isByVolume(fees: FeeTiers | undefined): boolean {
  return fees === undefined || (fees.volumes ?? []).length > 0;
}

function hasFixed(tiers: readonly Tier[] = []): boolean {
  return tiers.some(({ makerFixed, takerFixed }) => isFixed(makerFixed) || isFixed(takerFixed));
}
