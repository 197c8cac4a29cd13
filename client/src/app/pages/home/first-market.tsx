import { ArrowRight } from 'lucide-react';
import { memo, useId } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { tradePathOf } from '../../../kit/entities/instrument/trade-path';
import { selectIsConnectionLost } from '../../../kit/entities/connection/connection-slice';
import { useDayLine } from '../../../kit/entities/market/day-line';
import { selectQuote } from '../../../kit/entities/market/market-slice';
import { directionShown } from '../../../kit/entities/market/quote';
import { useCachedQuote } from '../../../kit/entities/market/use-quote-shown';
import { ChangeShown } from '../../../kit/quotes/change-shown';
import { SeededLine } from '../../../kit/quotes/seeded-line';
import { PriceShown } from '../../../kit/quotes/price-shown';
import type { Fault } from '../../../kit/api/envelope';
import { useTexts } from '../../../kit/i18n/use-texts';
import { sparkline, type PricePoint } from '../../../kit/lib/numbers/sparkline';
import { phaseShown } from '../../../kit/stream/liveness';
import { PhaseMark } from '../../../kit/ui/figures/phase-mark';
import styles from './first-market.module.css';
import { Faulty } from '../../../kit/ui/page/faulty';
import { useSelected } from '../../../kit/lib/hooks/use-selected';

const BOX = { width: 480, height: 176, inset: 6 };

interface FirstMarketProps {
  market: MarketRecord | undefined;
  /** Why the market is missing. */
  error: Fault | undefined;
  onRetry: () => void;
}

/** The market with the highest turnover. Its space is reserved while it loads. */
export function FirstMarket({ market, error, onRetry }: FirstMarketProps) {
  return (
    <div className={styles.card}>
      {market ? <Card market={market} /> : error && <Faulty error={error} onRetry={onRetry} />}
    </div>
  );
}

const Card = memo(function Card({ market }: { market: MarketRecord }) {
  const { t, numbers } = useTexts();
  const { ticker } = useCachedQuote(market.name);
  const pair = market.label;
  const price = (decimal: string | null | undefined) => (decimal ? numbers.fixed(decimal, scaleOf(market.tick)) : '–');
  return (
    <>
      <p className={styles.head}>
        <b>{pair}</b>
        <span>{t('home.first.day')}</span>
        <Phase market={market.name} />
      </p>
      <p className={styles.price}>
        <b>
          <PriceShown market={market} />
        </b>
        <ChangeShown market={market.name} />
      </p>
      <Chart market={market.name} />
      <div className={styles.foot}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('quotes.high')}</dt>
            <dd>{price(ticker?.high)}</dd>
          </div>
          <div>
            <dt>{t('quotes.low')}</dt>
            <dd>{price(ticker?.low)}</dd>
          </div>
        </dl>
        <Link to={tradePathOf(market)}>
          {t('home.first.trade', { pair })}
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
    </>
  );
});

/** Whether the price is live. */
function Phase({ market }: { market: string }) {
  const { liveness } = useSelected(selectQuote, market);
  const isLost = useSelector(selectIsConnectionLost);
  return <PhaseMark phase={phaseShown(liveness.phase, isLost)} />;
}

/** Half-hour candles; the last point follows the price. */
function Chart({ market }: { market: string }) {
  const fillId = useId();
  const { ticker } = useCachedQuote(market);
  const points = useDayLine(market, true);
  const chart = points && sparkline(withNow(points, ticker?.last ?? null, Date.now()), BOX);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      data-direction={ticker && directionShown(ticker.changeRatio)}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={fillId} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.28" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {chart && <path d={chart.area} fill={`url(#${fillId})`} />}
      {chart && <SeededLine path={chart.made} />}
      {chart && <path className={styles.line} d={chart.line} />}
    </svg>
  );
}

function withNow(points: readonly PricePoint[], last: string | null, now: number): readonly PricePoint[] {
  return last === null || points.length === 0 ? points : [...points.slice(0, -1), { at: now, price: last }];
}
