import { useContext } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { FeeTiers } from '../../../../../../shared/wire/product';
import { useFeeTiersQuery } from '../../../../kit/entities/fee/fee-api';
import { announcedSchedules, isFixed, schedulesOf, type Tier } from '../../../../kit/entities/fee/rates';
import { useMarkets } from '../../../../kit/entities/market/market-api';
import { selectIsLogin, selectUser } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { LazyPage } from '../../../../kit/ui/page/lazy-page';
import { Note } from '../../../../kit/ui/page/note';
import { ProductPartsShown } from '../../../../kit/ui/product-parts';
import { OwnLevel } from './own-level';
import { RateTable } from './rate-table';
import tables from '../../../../kit/ui/fees/fee-table.module.css';
import styles from './rates-page.module.css';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Head, Loading } from '../reading';
import reading from '../reading.module.css';

/** Current and announced fees, and the user's level. */
export function RatesPage() {
  const { t } = useTexts();
  const user = useSelector(selectUser);
  const { fees } = useContext(ProductPartsShown);
  const { data, error, isFetching, refetch } = useFeeTiersQuery(user?.userId ?? null, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <section className={reading.page} data-wide="true">
      <Head title={t('footer.rates')} lead={t('rates.lead')} />
      {data ? (
        <Schedules {...data} />
      ) : error && !isFetching ? (
        <Faulty error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {fees.map((load, index) => (
        <LazyPage key={index} load={load} />
      ))}
      <Rules
        byVolume={isByVolume(data)}
        withFixed={hasFixed(data?.markets.flatMap(({ tiers }) => tiers))}
        withFutures={data?.markets.some(({ product }) => product === 'perpetual') ?? false}
      />
    </section>
  );
}

/** In display order. */
const PRODUCTS = [
  { product: 'spot', path: '/currencyTransaction', title: 'menu.spot' },
  { product: 'perpetual', path: '/contractTransaction', title: 'menu.futures' },
] as const;

function Schedules(fees: FeeTiers) {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  if (fees.markets.length === 0) return <Note kind="empty" text={t('rates.empty')} />;
  return (
    <>
      {!isLogin && (
        <p className={styles.visitor}>
          <Link to="/login?statusType=0">{t('rates.login')}</Link>
        </p>
      )}
      {PRODUCTS.map((one) => (
        <ProductRates key={one.product} {...one} fees={fees} />
      ))}
    </>
  );
}

type ProductRatesProps = (typeof PRODUCTS)[number] & { fees: FeeTiers };

/** Fees of one product's markets by level, and the user's level. */
function ProductRates({ product, path, title, fees: { markets, products } }: ProductRatesProps) {
  const { t } = useTexts();
  const announced = announcedSchedules(useMarkets().filter((market) => market.product === product));
  const schedules = schedulesOf(markets.filter((market) => market.product === product));
  if (schedules.length === 0) return null;
  const { volumes, own: ownLevel } = products[product];
  const shared = { volumes, level: ownLevel?.level ?? null };
  return (
    <section aria-labelledby={`rates-${product}`}>
      <h2 id={`rates-${product}`} className={tables.title}>
        <Link to={path}>{t(title)}</Link>
      </h2>
      <OwnLevel fees={products[product]} />
      {product === 'perpetual' && ownLevel && volumes.length === 0 && products.spot.volumes.length > 0 && (
        <p className={`${tables.muted} ${tables.lead}`}>{t('rates.by_spot')}</p>
      )}
      {schedules.map((schedule) => (
        <RateTable key={schedule.markets[0]} schedule={schedule} {...shared} />
      ))}
      {announced.length > 0 && (
        <section aria-labelledby={`rates-announced-${product}`}>
          <h3 id={`rates-announced-${product}`} className={tables.title}>
            {t('rates.announced')}
          </h3>
          {announced.map((schedule) => (
            <RateTable
              key={`${schedule.from} ${schedule.markets[0]}`}
              title={t('rates.from', { time: dateAndTime(schedule.from) })}
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

/** Fee rules in words; rules that do not apply are omitted. */
function Rules({ byVolume, withFixed, withFutures }: RulesProps) {
  const { t } = useTexts();
  const rules = [
    { name: t('rates.rule.maker'), text: t('rates.rule_text.maker') },
    { name: t('rates.rule.taker'), text: t('rates.rule_text.taker') },
    { name: t('rates.rule.charged'), text: t('rates.rule_text.charged') },
    ...(withFutures ? [{ name: t('menu.futures'), text: t('rates.rule_text.futures') }] : []),
    ...(withFixed ? [{ name: t('rates.rule.fixed'), text: t('rates.rule_text.fixed') }] : []),
    {
      name: t('rates.rule.level'),
      text: t(byVolume ? 'rates.rule_text.level' : 'rates.rule_text.level_assigned'),
    },
    ...(byVolume ? [{ name: t('rates.rule.volume'), text: t('rates.rule_text.volume') }] : []),
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
