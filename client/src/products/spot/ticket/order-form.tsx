import { useSyncExternalStore } from 'react';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { hasLimit, type OrderKind, type OrderSide } from '../../../kit/entities/order/order-terms';
import { useQuotesSubscription } from '../../../kit/entities/market/use-quote-shown';
import { useTexts } from '../../../kit/i18n/use-texts';
import { usePreference } from '../../../kit/lib/storage/preferences';
import { Choice } from '../../../kit/ui/controls/choice';
import { type TimeInForce } from './draft';
import styles from '../../../kit/entities/order/ticket/order-form.module.css';
import { timeOption } from '../../../kit/entities/order/ticket/time-option';
import { SideForm } from './side-form';
import type { Ticket } from './ticket';

const KINDS: readonly [OrderKind, ...OrderKind[]] = ['limit', 'market', 'stop_limit', 'stop_market'];
const TIMES: readonly [TimeInForce, ...TimeInForce[]] = ['gtc', 'ioc', 'fok', 'post_only'];
const SIDES: readonly OrderSide[] = ['buy', 'sell'];

interface OrderFormProps {
  market: MarketRecord;
  side: OrderSide;
  onSide: (side: OrderSide) => void;
  ticket: Ticket;
  onPlaced?: () => void;
}

/** Both sides of an order: side by side if there is room, else in tabs. */
export function OrderForm({ market, side, onSide, ticket, onPlaced }: OrderFormProps) {
  const { t } = useTexts();
  // The forms depend on the last price.
  useQuotesSubscription();
  const [kind, chooseKind] = usePreference('trade.order-kind', KINDS);
  const [timeInForce, chooseTime] = usePreference('trade.time-in-force', TIMES);
  const times = kind === 'stop_limit' ? TIMES.filter((time) => time !== 'post_only') : TIMES;
  const time = times.find((choice) => choice === timeInForce) ?? 'gtc';
  const drafts = useSyncExternalStore(ticket.subscribe, ticket.drafts);

  return (
    <section className={styles.form} aria-label={t('place.title')} data-digits={scaleOf(market.tick)}>
      <div className={styles.sides} role="group" aria-label={t('place.side')}>
        {SIDES.map((name) => (
          <button key={name} type="button" data-side={name} aria-pressed={name === side} onClick={() => onSide(name)}>
            {t(`trades.${name}`)}
          </button>
        ))}
      </div>
      <div className={styles.kinds}>
        <div role="group" aria-label={t('place.kind')}>
          {KINDS.map((name) => (
            <button key={name} type="button" aria-pressed={name === kind} onClick={() => chooseKind(name)}>
              {t(`place.kind.${name}`)}
            </button>
          ))}
        </div>
        {hasLimit(kind) && (
          <Choice
            label={t('place.time_in_force')}
            size="small"
            value={time}
            options={times.map((name) => timeOption(name, t(`place.time_in_force.${name}`)))}
            onChange={chooseTime}
          />
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
              onDraft={(change) => ticket.change(name, change)}
              onPlaced={onPlaced}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
