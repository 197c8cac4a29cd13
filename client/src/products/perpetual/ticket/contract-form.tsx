import { useMemo, useState, useSyncExternalStore } from 'react';
import { scaleOf } from '../../../../../shared/rules/units';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useContractSetting } from '../../../kit/entities/contract/positions';
import { hasLimit, hasTrigger, type OrderKind, type OrderSide } from '../../../kit/entities/order/order-terms';
import { useTexts } from '../../../kit/i18n/use-texts';
import { usePreference, usePreferenceSwitch } from '../../../kit/lib/storage/preferences';
import { Choice } from '../../../kit/ui/controls/choice';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { timeOption } from '../../../kit/entities/order/ticket/time-option';
import { STOPS_BY, type StopsBy } from './attached-stops';
import { colourOf, unitsFor, withoutStops, type Act, type SizeUnit } from './contract-draft';
import styles from './contract-form.module.css';
import type { TimeInForce, TriggerBy } from './contract-context';
import { ContractSideForm } from './contract-side-form';
import { LeverageDialog } from './leverage-dialog';
import { MarginModeDialog, PositionModeDialog } from './mode-dialogs';
import { useOutcomeTerms } from './use-contract-context';
import type { ContractTicket } from './use-contract-ticket';

const ACTS: readonly [Act, ...Act[]] = ['open', 'close'];
const KINDS: readonly [OrderKind, ...OrderKind[]] = ['limit', 'market', 'stop_limit', 'stop_market'];
const TIMES: readonly [TimeInForce, ...TimeInForce[]] = ['gtc', 'ioc', 'fok', 'post_only'];
const TRIGGERS: readonly [TriggerBy, ...TriggerBy[]] = ['mark', 'last'];
const UNITS: readonly [SizeUnit, ...SizeUnit[]] = ['coin', 'lots', 'value', 'cost'];
const STOP_CHOICES: readonly [StopsBy, ...StopsBy[]] = STOPS_BY;
const SIDES: readonly PositionSide[] = ['long', 'short'];

interface ContractFormProps {
  market: MarketRecord;
  /** A buy opens a long or closes a short. */
  side: OrderSide;
  onSide: (side: OrderSide) => void;
  ticket: ContractTicket;
  onPlaced?: (() => void) | undefined;
}

/** Long and short order forms: side by side if there is room, else in tabs. */
export function ContractForm({ market, side, onSide, ticket, onPlaced }: ContractFormProps) {
  const { t } = useTexts();
  const outcome = useOutcomeTerms(market);
  const { leverage, marginMode, positionMode } = useContractSetting(market.name);
  const isOneWay = positionMode === 'one_way';
  const [keptAct, chooseAct] = usePreference<Act>('contract.act', ACTS);
  const [kind, chooseKind] = usePreference('contract.order-kind', KINDS);
  const [timeInForce, chooseTime] = usePreference('contract.time-in-force', TIMES);
  const [triggerBy, chooseTrigger] = usePreference('contract.trigger-by', TRIGGERS);
  const [keptUnit, chooseUnit] = usePreference<SizeUnit>('contract.unit', UNITS);
  const [isReducing, setReducing] = usePreferenceSwitch('contract.reduce-only');
  const [isAttaching, setAttaching] = usePreferenceSwitch('contract.stops');
  const [stopsBy, chooseStopsBy] = usePreference<StopsBy>('contract.stops-by', STOP_CHOICES);
  const [stopsTriggerBy, chooseStopsTrigger] = usePreference('contract.stops-trigger-by', TRIGGERS);
  const [openedDialog, setOpenedDialog] = useState<'leverage' | 'margin' | 'position' | null>(null);
  const act: Act = isOneWay ? (isReducing ? 'close' : 'open') : keptAct;
  const attaches = isAttaching && act === 'open';
  const stops = useMemo(
    () => (attaches ? { by: stopsBy, triggerBy: stopsTriggerBy } : null),
    [attaches, stopsBy, stopsTriggerBy],
  );
  const drafts = useSyncExternalStore(ticket.subscribe, ticket.drafts);
  const units = unitsFor(act);
  const unit = units.includes(keptUnit) ? keptUnit : 'coin';
  const times = kind === 'stop_limit' ? TIMES.filter((time) => time !== 'post_only') : TIMES;
  const time = hasLimit(kind) ? (times.find((choice) => choice === timeInForce) ?? 'gtc') : 'ioc';
  const positionSide: PositionSide = side === 'buy' ? 'long' : 'short';
  if (!outcome) return null;
  return (
    <section
      className={`${formStyles.form} ${styles.form}`}
      aria-label={t('place.title')}
      data-digits={scaleOf(market.tick)}
      data-tall={stops !== null || hasTrigger(kind)}
    >
      <div className={styles.terms}>
        <Mode name={t(`ticket.${marginMode}`)} onOpen={() => setOpenedDialog('margin')}>
          {t(`positions.mode.${marginMode}`)}
        </Mode>
        <Mode name={t(`ticket.${positionMode}`)} onOpen={() => setOpenedDialog('position')}>
          {t(`ticket.${positionMode}`)}
        </Mode>
        <button
          type="button"
          className={styles.leverage}
          aria-label={t('ticket.leverage_of', { leverage: String(leverage) })}
          onClick={() => setOpenedDialog('leverage')}
        >
          {leverage}×
        </button>
      </div>
      <div className={styles.what}>
        {!isOneWay && (
          <div className={styles.acts} role="group" aria-label={t('ticket.act')}>
            {ACTS.map((name) => (
              <button key={name} type="button" aria-pressed={name === act} onClick={() => chooseAct(name)}>
                {t(`ticket.act.${name}`)}
              </button>
            ))}
          </div>
        )}
        <div className={formStyles.sides} role="group" aria-label={t('place.side')}>
          {SIDES.map((name) => (
            <button
              key={name}
              type="button"
              data-side={isOneWay ? colourOf('open', name) : colourOf(act, name)}
              aria-pressed={name === positionSide}
              onClick={() => onSide(name === 'long' ? 'buy' : 'sell')}
            >
              {t(isOneWay ? `ticket.${colourOf('open', name)}` : `ticket.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <div className={formStyles.kinds}>
        <div role="group" aria-label={t('place.kind')}>
          {KINDS.map((name) => (
            <button key={name} type="button" aria-pressed={name === kind} onClick={() => chooseKind(name)}>
              {t(`place.kind.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <div className={styles.choices}>
        <Choice
          size="small"
          label={t('ticket.unit')}
          value={unit}
          options={units.map((value) => ({
            value,
            text: t(`ticket.unit.${value}`, { base: market.base, quote: market.quote }),
          }))}
          onChange={chooseUnit}
        />
        {hasLimit(kind) && (
          <Choice
            size="small"
            label={t('place.time_in_force')}
            value={time}
            options={times.map((value) => timeOption(value, t(`place.time_in_force.${value}`)))}
            onChange={chooseTime}
          />
        )}
        {hasTrigger(kind) && (
          <Choice
            size="small"
            label={t('ticket.trigger_by')}
            value={triggerBy}
            options={TRIGGERS.map((value) => ({ value, text: t(`ticket.trigger_by.${value}`) }))}
            onChange={chooseTrigger}
          />
        )}
      </div>
      {isOneWay && (
        <label className={formStyles.check}>
          <input type="checkbox" checked={isReducing} onChange={({ target }) => setReducing(target.checked)} />
          {t('ticket.reduce_only')}
        </label>
      )}
      {act === 'open' && (
        <div className={styles.choices}>
          <label className={formStyles.check}>
            <input type="checkbox" checked={isAttaching} onChange={({ target }) => setAttaching(target.checked)} />
            {t('ticket.stops')}
          </label>
          {isAttaching && (
            <>
              <Choice
                size="small"
                label={t('ticket.stops_by')}
                value={stopsBy}
                options={STOPS_BY.map((value) => ({ value, text: t(`ticket.stops_by.${value}`) }))}
                onChange={(selectedStopsBy) => {
                  chooseStopsBy(selectedStopsBy);
                  for (const name of SIDES) ticket.change('open', name, withoutStops);
                }}
              />
              <Choice
                size="small"
                label={t('ticket.trigger_by')}
                value={stopsTriggerBy}
                options={TRIGGERS.map((value) => ({ value, text: t(`ticket.trigger_by.${value}`) }))}
                onChange={chooseStopsTrigger}
              />
            </>
          )}
        </div>
      )}
      <div className={formStyles.both} data-shown={side}>
        {SIDES.map((column) => {
          // In one-way mode a reduce-only buy closes a short, a reduce-only sell a long.
          const name = isOneWay && act === 'close' ? OTHER[column] : column;
          return (
            <div key={column} data-side={column === 'long' ? 'buy' : 'sell'}>
              <ContractSideForm
                market={market}
                outcome={outcome}
                side={name}
                isOneWay={isOneWay}
                choices={{ act, kind, timeInForce: time, triggerBy, unit, stops }}
                draft={drafts[`${act} ${name}`]}
                onDraft={(change) => ticket.change(act, name, change)}
                onPlaced={onPlaced}
              />
            </div>
          );
        })}
      </div>
      {openedDialog === 'leverage' && (
        <LeverageDialog market={market} outcome={outcome} leverage={leverage} onClose={() => setOpenedDialog(null)} />
      )}
      {openedDialog === 'margin' && (
        <MarginModeDialog market={market} mode={marginMode} onClose={() => setOpenedDialog(null)} />
      )}
      {openedDialog === 'position' && (
        <PositionModeDialog market={market} mode={positionMode} onClose={() => setOpenedDialog(null)} />
      )}
    </section>
  );
}

const OTHER = { long: 'short', short: 'long' } as const;

/** A setting of the market, as a button that opens its dialog. */
function Mode({ name, onOpen, children }: { name: string; onOpen: () => void; children: string }) {
  return (
    <button type="button" className={styles.leverage} aria-label={name} onClick={onOpen}>
      {children}
    </button>
  );
}
