/** Open contract orders, and those waiting for a trigger: conditional orders and position stops. */
import { X } from 'lucide-react';
import { useState } from 'react';
import { useCancelContractMutation, useCancelStopMutation } from '../../../../../kit/entities/contract/contract-api';
import { isAmendable } from '../../../api/amending';
import { orderGuards } from '../../../../../kit/entities/contract/order-guards';
import { usePausedMarks } from '../../../../../kit/entities/contract/marks';
import { useContractAccount } from '../../../../../kit/entities/contract/positions';
import { labelOf, useInstrumentsById } from '../../../../../kit/entities/instrument/instrument';
import type { ContractOrderState, StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { newClientId } from '../../../../../kit/lib/hooks/use-attempt';
import { useOpenedItem } from '../../../../../kit/lib/hooks/use-opened-item';
import { figure, fixed, type Column } from '../../../../../kit/ui/data-table/columns';
import { Rows } from '../../../../../kit/ui/data-table/rows';
import { Note } from '../../../../../kit/ui/page/note';
import { RowAct } from '../../../../../kit/ui/lists/row-act';
import { AmendContractDialog } from './amend-contract-dialog';
import { TwoLines, callbackText, moneyOf } from '../../../../../kit/positions/position-format';
import styles from '../../../../../kit/positions/positions.module.css';
import { Pencil } from 'lucide-react';

/** Common row of orders and stops. */
interface OrderRow {
  id: string;
  recordType: 'order' | 'stop';
  market: string;
  position: 'long' | 'short';
  act: 'open' | 'close';
  kind: string;
  trigger: string | null;
  triggerBy: 'last' | 'mark' | null;
  /** Null for orders. */
  stop: StopState | null;
  price: string | null;
  quantity: string | null;
  filled: string;
  held: string;
  order: ContractOrderState | null;
  guards: Pick<ContractOrderState, 'takeProfit' | 'stopLoss'> | null;
}

export function OpenContractOrders({ marketFilter }: { marketFilter: string | undefined }) {
  const account = useContractAccount();
  const rows = account?.orders
    .filter(({ phase }) => phase === 'resting')
    .map((order) => rowOfOrder(order, account.stops));
  return <List rows={rows} marketFilter={marketFilter} name="orders" />;
}

export function ConditionalOrders({ marketFilter }: { marketFilter: string | undefined }) {
  const account = useContractAccount();
  const rows = account && [
    ...account.orders.filter(({ phase }) => phase === 'waiting').map((order) => rowOfOrder(order, account.stops)),
    ...account.stops.map(rowOfStop),
  ];
  return <List rows={rows} marketFilter={marketFilter} name="conditional" />;
}

function rowOfOrder(order: ContractOrderState, stops: readonly StopState[]): OrderRow {
  const { id, market, position, act, kind, trigger, triggerBy, price, quantity, filledQuantity, held } = order;
  return {
    ...{ id, recordType: 'order', market, position, act, kind, trigger, triggerBy, price, quantity, held, order },
    filled: filledQuantity,
    stop: null,
    guards: orderGuards(order, stops),
  };
}

function rowOfStop(stop: StopState): OrderRow {
  const { id, market, position, kind, trigger, triggerBy, price, quantity } = stop;
  return {
    ...{ id, recordType: 'stop', market, position, act: 'close', kind, trigger, triggerBy, price, quantity },
    ...{ filled: '0', held: '0', order: null, stop, guards: null },
  };
}

interface ListProps {
  rows: readonly OrderRow[] | undefined;
  marketFilter: string | undefined;
  name: 'orders' | 'conditional';
}

function List({ rows, marketFilter, name }: ListProps) {
  const texts = useTexts();
  const { t, numbers } = texts;
  const instruments = useInstrumentsById();
  const [cancelOrder] = useCancelContractMutation();
  const [cancelStop] = useCancelStopMutation();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [amended, amend, closeAmended] = useOpenedItem<ContractOrderState>();
  const paused = usePausedMarks(
    (rows ?? []).map(({ market }) => market),
    (market) => instruments.get(market)?.terms.contract?.endsAt ?? null,
  );
  const amends = ({ market, act }: ContractOrderState) =>
    isAmendable(act, { state: instruments.get(market)?.terms.state, isPaused: paused.has(market) });
  const cancel = async ({ id, recordType }: OrderRow) => {
    setLeaving((previous) => new Set([...previous, id]));
    const clientId = newClientId();
    await (recordType === 'order' ? cancelOrder({ clientId, order: id }) : cancelStop({ clientId, stop: id }));
    setLeaving((previous) => new Set([...previous].filter((other) => other !== id)));
  };
  const price = (market: string, decimal: string | null) =>
    decimal === null ? '–' : numbers.fixed(decimal, instruments.get(market)?.decimals.price ?? 0);
  const quantity = (market: string, decimal: string) =>
    numbers.fixed(decimal, instruments.get(market)?.decimals.quantity ?? 0);
  const columns: Column<OrderRow>[] = [
    fixed('market', t('positions.contract'), ({ market, position, act }) => (
      <TwoLines
        first={<b>{labelOf(instruments, market)}</b>}
        second={
          <span data-direction={(position === 'long') === (act === 'open') ? 'up' : 'down'}>
            {t(`positions.${act}_${position}`)}
          </span>
        }
      />
    )),
    fixed('kind', t('orderlist.kind'), ({ recordType, kind }) =>
      recordType === 'order'
        ? t(`orderlist.kind_name.${kind as ContractOrderState['kind']}`)
        : t(`positions.stop.${kind as StopState['kind']}`),
    ),
    ...(name === 'conditional'
      ? [
          figure('trigger', t('orderlist.trigger'), ({ market, trigger, triggerBy, stop }: OrderRow) => (
            <TwoLines
              first={stop?.trigger === null ? callbackText(texts, stop) : price(market, trigger)}
              second={triggerBy ? t(`positions.look.${triggerBy}`) : ''}
            />
          )),
        ]
      : []),
    figure('price', t('orderlist.price'), ({ market, price: limit }) =>
      limit === null ? t('orderlist.at_market') : price(market, limit),
    ),
    figure('quantity', t('orderlist.quantity'), ({ market, quantity: orderQuantity }) =>
      orderQuantity === null
        ? t('positions.stop.whole')
        : `${quantity(market, orderQuantity)} ${instruments.get(market)?.base ?? ''}`,
    ),
    figure('filled', t('orderlist.filled'), ({ market, filled }) => quantity(market, filled)),
    figure(
      'held',
      t('positions.held'),
      ({ market, held }) => `${moneyOf(texts, held)} ${instruments.get(market)?.quote ?? ''}`,
    ),
    figure('stops', t('positions.stops'), ({ market, guards }) => (
      <TwoLines first={price(market, guards?.takeProfit ?? null)} second={price(market, guards?.stopLoss ?? null)} />
    )),
    fixed('actions', '', (row) => {
      const { order } = row;
      return (
        <span className={styles.actions}>
          {order !== null && order.price !== null && amends(order) && (
            <RowAct icon={Pencil} name={t('own.amend')} onClick={() => amend(order)} />
          )}
          <RowAct
            icon={X}
            name={t('orderlist.cancel')}
            disabled={leaving.has(row.id)}
            onClick={() => void cancel(row)}
          />
        </span>
      );
    }),
  ];
  return (
    <>
      <Rows<OrderRow>
        label={t(`positions.tab.${name}`)}
        columns={columns}
        rows={rows?.filter(({ market }) => marketFilter === undefined || market === marketFilter)}
        keyOf={({ recordType, id }) => `${recordType} ${id}`}
        empty={<Note kind="empty" text={t(`positions.none.${name}`)} />}
        density="panel"
      />
      {amended && <AmendContractDialog order={amended} onClose={closeAmended} />}
    </>
  );
}
