import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBook, type BookState } from '../../entities/book/book-slice';
import { useFeeTiersQuery } from '../../entities/fee/fee-api';
import { feesAt, isFixed, ratioOfPpb } from '../../entities/fee/rates';
import {
  AMOUNT_SCALE,
  estimateMarket,
  feeOn,
  fixedFeeOn,
  isAbove,
  totalOf,
  type OrderWish,
} from '../../entities/order/order-terms';
import { selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useFramed } from '../../shared/lib/use-framed';
import type { TimeInForce } from './draft';
import styles from './order-form.module.css';

interface CostLinesProps {
  market: MarketRecord;
  wish: OrderWish;
  timeInForce: TimeInForce;
}

const PERCENT_PLACES_MIN = 2;

/** What the order would cost or bring, and the fee: before it is sent. */
export function CostLines({ market, wish, timeInForce }: CostLinesProps) {
  const { say, numbers } = useTexts();
  const { book } = useFramed((state: { book: BookState }) => selectBook(state, market.name));
  const user = useSelector(selectUser);
  const { data: fees } = useFeeTiersQuery(user?.userId ?? null);
  const buys = wish.side === 'buy';
  const others = (buys ? book?.asks : book?.bids) ?? [];
  const isMarket = wish.kind === 'market';
  const estimate = isMarket
    ? estimateMarket(
        others,
        wish.amount === undefined ? { quantity: wish.quantity ?? '0' } : { amount: wish.amount },
        market,
      )
    : null;
  const best = others.at(0)?.[0];
  const crosses =
    best !== undefined && wish.price !== undefined && (buys ? !isAbove(best, wish.price) : !isAbove(wish.price, best));
  const isTaker = wish.kind !== 'limit' || (crosses && timeInForce !== 'post_only');
  const level = fees?.userTier ?? 0;
  const { makerPpb, takerPpb, makerFixed, takerFixed } = feesAt(market, level);
  const [ratePpb, fixed] = isTaker ? [takerPpb, takerFixed] : [makerPpb, makerFixed];
  const received = receivedBy(wish, estimate);
  const receivedAsset = buys ? market.base : market.quote;
  const digits = buys ? AMOUNT_SCALE : Math.max(2, scaleOf(market.tick));
  const price = estimate?.averagePrice ?? wish.price ?? wish.trigger ?? null;
  const fee =
    received === null
      ? null
      : isFixed(fixed)
        ? fixedFeeOn(received, fixed, { side: wish.side, price, scale: AMOUNT_SCALE })
        : feeOn(received, ratePpb, AMOUNT_SCALE);
  const rate = isFixed(fixed)
    ? `${numbers.exact(fixed)} ${market.quote}`
    : numbers.exactPercent(ratioOfPpb(ratePpb), PERCENT_PLACES_MIN);
  return (
    <dl className={styles.cost}>
      {estimate && (
        <div>
          <dt>{say('place.average')}</dt>
          <dd>
            {estimate.averagePrice ? `≈ ${numbers.fixed(estimate.averagePrice, scaleOf(market.tick))}` : '–'}
            {estimate.isPartial && estimate.averagePrice && isAbove(estimate.quantity, '0') && (
              <em> {say('place.thin')}</em>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{say(buys ? 'place.cost' : 'place.proceeds')}</dt>
        <dd>
          {moneyOf(wish, estimate) === null
            ? '–'
            : `${numbers.fixed(moneyOf(wish, estimate) ?? '0', Math.max(2, scaleOf(market.tick)))} ${market.quote}`}
        </dd>
      </div>
      <div>
        <dt>
          {say('place.fee')} ({rate})
        </dt>
        <dd>{fee === null ? '–' : `≈ ${numbers.fixed(fee, digits)} ${receivedAsset}`}</dd>
      </div>
    </dl>
  );
}

type Estimate = ReturnType<typeof estimateMarket> | null;

/** What is credited before the fee: base when buying, quote when selling; null while it is not known. */
function receivedBy(wish: OrderWish, estimate: Estimate): string | null {
  if (wish.side === 'sell') return positive(moneyOf(wish, estimate));
  return positive(estimate ? estimate.quantity : (wish.quantity ?? null));
}

/** In the quote asset: what a buy costs or a sell brings. */
function moneyOf(wish: OrderWish, estimate: Estimate): string | null {
  if (estimate) return positive(estimate.cost);
  if (wish.amount !== undefined) return positive(wish.amount);
  const price = wish.price ?? wish.trigger;
  return positive(price === undefined || wish.quantity === undefined ? null : totalOf(price, wish.quantity));
}

function positive(decimal: string | null): string | null {
  return decimal !== null && isAbove(decimal, '0') ? decimal : null;
}
