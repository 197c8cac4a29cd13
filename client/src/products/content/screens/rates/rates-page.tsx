import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { FeeTiers } from '../../../../../../shared/wire/product';
import { useFeeTiersQuery } from '../../../../entities/fee/fee-api';
import { announcedSchedules, isFixed, schedulesOf, type Tier } from '../../../../entities/fee/rates';
import { useMarkets } from '../../../../entities/market/market-api';
import { selectIsLogin, selectUser } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Note } from '../../../../shared/ui/page/note';
import { OptionFees } from './option-fees';
import { OwnLevel } from './own-level';
import { RateTable } from './rate-table';
import styles from './rates-page.module.css';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Head, Loading } from '../reading';
import reading from '../reading.module.css';

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
      <Rules
        byVolume={isByVolume(data)}
        withFixed={hasFixed(data?.markets.flatMap(({ tiers }) => tiers))}
        withFutures={data?.markets.some(({ product }) => product === 'perpetual') ?? false}
      />
    </section>
  );
}

/** In the order in which their fees are told. */
const PRODUCTS = [
  { product: 'spot', path: '/currencyTransaction', title: 'menu.spot' },
  { product: 'perpetual', path: '/contractTransaction', title: 'menu.futures' },
] as const;

function Schedules(fees: FeeTiers) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  if (fees.markets.length === 0) return <Note kind="empty" text={say('rates.empty')} />;
  return (
    <>
      {!isLogin && (
        <p className={styles.visitor}>
          <Link to="/login?statusType=0">{say('rates.login')}</Link>
        </p>
      )}
      {PRODUCTS.map((one) => (
        <ProductRates key={one.product} {...one} fees={fees} />
      ))}
    </>
  );
}

type ProductRatesProps = (typeof PRODUCTS)[number] & { fees: FeeTiers };

/** What the markets of one product charge by the levels of that product, and where the user stands there. */
function ProductRates({ product, path, title, fees: { markets, products } }: ProductRatesProps) {
  const { say } = useTexts();
  const announced = announcedSchedules(useMarkets().filter((market) => market.product === product));
  const schedules = schedulesOf(markets.filter((market) => market.product === product));
  if (schedules.length === 0) return null;
  const { volumes, own } = products[product];
  const shared = { volumes, level: own?.level ?? null };
  return (
    <section aria-labelledby={`rates-${product}`}>
      <h2 id={`rates-${product}`} className={styles.title}>
        <Link to={path}>{say(title)}</Link>
      </h2>
      <OwnLevel fees={products[product]} />
      {product === 'perpetual' && own && volumes.length === 0 && products.spot.volumes.length > 0 && (
        <p className={`${styles.muted} ${styles.lead}`}>{say('rates.by_spot')}</p>
      )}
      {schedules.map((schedule) => (
        <RateTable key={schedule.markets[0]} schedule={schedule} {...shared} />
      ))}
      {announced.length > 0 && (
        <section aria-labelledby={`rates-announced-${product}`}>
          <h3 id={`rates-announced-${product}`} className={styles.title}>
            {say('rates.announced')}
          </h3>
          {announced.map((schedule) => (
            <RateTable
              key={`${schedule.from} ${schedule.markets[0]}`}
              title={say('rates.from', { time: dateAndTime(schedule.from) })}
              schedule={schedule}
              {...shared}
            />
          ))}
        </section>
      )}
    </section>
  );
}

interface RulesProps {
  byVolume: boolean;
  withFixed: boolean;
  withFutures: boolean;
}

/** How it works, in words. Of what is not so here nothing is said. */
function Rules({ byVolume, withFixed, withFutures }: RulesProps) {
  const { say } = useTexts();
  const rules = [
    { name: say('rates.rule.maker'), text: say('rates.rule_text.maker') },
    { name: say('rates.rule.taker'), text: say('rates.rule_text.taker') },
    { name: say('rates.rule.charged'), text: say('rates.rule_text.charged') },
    ...(withFutures ? [{ name: say('menu.futures'), text: say('rates.rule_text.futures') }] : []),
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
  return fees === undefined || Object.values(fees.products).some(({ volumes }) => volumes.length > 0);
}

function hasFixed(tiers: readonly Tier[] = []): boolean {
  return tiers.some(({ makerFixed, takerFixed }) => isFixed(makerFixed) || isFixed(takerFixed));
}
