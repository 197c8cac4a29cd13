import { useSyncExternalStore } from 'react';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { hasLimit, type OrderKind, type OrderSide } from '../../../entities/order/order-terms';
import { useQuotesAsked } from '../../../entities/market/use-quote-shown';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useKept } from '../../../shared/lib/storage/kept';
import { Choice } from '../../../shared/ui/controls/choice';
import { type TimeInForce } from './draft';
import styles from '../../../entities/order/ticket/order-form.module.css';
import { timeOption } from '../../../entities/order/ticket/time-option';
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

/** Both sides of an order: beside each other where there is room, else one behind a tab. */
export function OrderForm({ market, side, onSide, ticket, onPlaced }: OrderFormProps) {
  const { say } = useTexts();
  // The forms go by the last price.
  useQuotesAsked();
  const [kind, chooseKind] = useKept('trade.order-kind', KINDS);
  const [timeInForce, chooseTime] = useKept('trade.time-in-force', TIMES);
  const times = kind === 'stop_limit' ? TIMES.filter((time) => time !== 'post_only') : TIMES;
  const time = times.find((choice) => choice === timeInForce) ?? 'gtc';
  const drafts = useSyncExternalStore(ticket.subscribe, ticket.drafts);

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
          <Choice
            label={say('place.time_in_force')}
            size="small"
            value={time}
            options={times.map((name) => timeOption(name, say(`place.time_in_force.${name}`)))}
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
