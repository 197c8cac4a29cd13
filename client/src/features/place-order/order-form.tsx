import { useEffect, useState } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { OrderKind, OrderSide } from '../../entities/order/order-terms';
import { useQuoteShown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKept } from '../../shared/lib/kept';
import { edited, emptyDraft, hasLimit, type Draft, type TimeInForce } from './draft';
import styles from './order-form.module.css';
import { SideForm } from './side-form';

const KINDS: readonly [OrderKind, ...OrderKind[]] = ['limit', 'market', 'stop_limit', 'stop_market'];
const TIMES: readonly [TimeInForce, ...TimeInForce[]] = ['gtc', 'ioc', 'fok', 'post_only'];
const SIDES: readonly OrderSide[] = ['buy', 'sell'];

/** A price, and perhaps a quantity, taken over from the book; each one is a new object. */
export interface Picked {
  price: string;
  quantity?: string;
}

interface OrderFormProps {
  market: MarketRecord;
  side: OrderSide;
  onSide: (side: OrderSide) => void;
  picked: Picked | null;
  onPlaced?: () => void;
}

/** Both sides of an order: beside each other where there is room, else one behind a tab. */
export function OrderForm({ market, side, onSide, picked, onPlaced }: OrderFormProps) {
  const { say } = useTexts();
  const { ticker } = useQuoteShown(market.name);
  const last = ticker?.last ?? null;
  const [kind, chooseKind] = useKept('trade.order-kind', KINDS);
  const [timeInForce, chooseTime] = useKept('trade.time-in-force', TIMES);
  const times = kind === 'stop_limit' ? TIMES.filter((time) => time !== 'post_only') : TIMES;
  const time = times.find((choice) => choice === timeInForce) ?? 'gtc';
  const [drafts, setDrafts] = useState<Record<OrderSide, Draft>>(() => ({
    buy: emptyDraft(last ?? market.price),
    sell: emptyDraft(last ?? market.price),
  }));

  useEffect(() => {
    if (!picked) return;
    setDrafts((known) => ({ buy: filled(known.buy, picked, 'buy'), sell: filled(known.sell, picked, 'sell') }));
    function filled(draft: Draft, { price, quantity }: Picked, of: OrderSide): Draft {
      const terms = { side: of, kind: 'limit' as const, market, available: '0' };
      const priced = edited(draft, 'price', price, terms);
      return quantity === undefined ? priced : edited(priced, 'quantity', quantity, terms);
    }
  }, [picked, market]);

  return (
    <section className={styles.form} aria-label={say('place.title')} data-digits={scaleOf(market.tick)}>
      <div className={styles.sides} role="group" aria-label={say('place.side')}>
        {SIDES.map((name) => (
          <button key={name} type="button" data-side={name} aria-pressed={name === side} onClick={() => onSide(name)}>
            {say(`trades.${name}`)}
          </button>
        ))}
      </div>
      <div className={styles.kinds}>
        <div role="group" aria-label={say('place.kind')}>
          {KINDS.map((name) => (
            <button key={name} type="button" aria-pressed={name === kind} onClick={() => chooseKind(name)}>
              {say(`place.kind.${name}`)}
            </button>
          ))}
        </div>
        {hasLimit(kind) && (
          <select
            aria-label={say('place.time_in_force')}
            title={say('place.time_in_force')}
            value={time}
            onChange={({ target }) => chooseTime(target.value as TimeInForce)}
          >
            {times.map((name) => (
              <option key={name} value={name}>
                {say(`place.time_in_force.${name}`)}
              </option>
            ))}
          </select>
        )}
      </div>
      <div className={styles.both} data-shown={side}>
        {SIDES.map((name) => (
          <div key={name} data-side={name}>
            <SideForm
              market={market}
              side={name}
              kind={kind}
              timeInForce={time}
              draft={drafts[name]}
              onDraft={(draft) => setDrafts((known) => ({ ...known, [name]: draft }))}
              last={last}
              onPlaced={onPlaced}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
