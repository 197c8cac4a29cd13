/** Open orders of contracts, and what waits for a price: orders with a trigger, and stops of positions. */
import { X } from 'lucide-react';
import { useState } from 'react';
import { useCancelContractMutation, useCancelStopMutation } from '../../../../../entities/contract/contract-api';
import { isAmendable } from '../../../api/amending';
import { orderGuards } from '../../../../../entities/contract/order-guards';
import { usePausedMarks } from '../../../../../entities/contract/marks';
import { useContractAccount } from '../../../../../entities/contract/positions';
import { labelOf, useInstrumentsById } from '../../../../../entities/instrument/instrument';
import type { ContractOrderState, StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { newClientId } from '../../../../../shared/lib/hooks/use-attempt';
import { useOpened } from '../../../../../shared/lib/hooks/use-opened';
import { figure, fixed, type Column } from '../../../../../shared/ui/data-table/columns';
import { Rows } from '../../../../../shared/ui/data-table/rows';
import { Note } from '../../../../../shared/ui/page/note';
import { RowAct } from '../../../../../shared/ui/lists/row-act';
import { AmendContractDialog } from './amend-contract-dialog';
import { Two, behindOf, moneyOf } from '../../../../../features/show-positions/position-words';
import styles from '../../../../../features/show-positions/positions.module.css';
import { Pencil } from 'lucide-react';

/** What either of them says in a list. */
interface Waiting {
  id: string;
  of: 'order' | 'stop';
  market: string;
  position: 'long' | 'short';
  act: 'open' | 'close';
  kind: string;
  trigger: string | null;
  triggerBy: 'last' | 'mark' | null;
  /** Of a stop. */
  stop: StopState | null;
  price: string | null;
  quantity: string | null;
  filled: string;
  held: string;
  order: ContractOrderState | null;
  guards: Pick<ContractOrderState, 'takeProfit' | 'stopLoss'> | null;
}

export function OpenContractOrders({ only }: { only: string | undefined }) {
  const account = useContractAccount();
  const rows = account?.orders.filter(({ phase }) => phase === 'resting').map((order) => ofOrder(order, account.stops));
  return <List rows={rows} only={only} name="orders" />;
}

export function ConditionalOrders({ only }: { only: string | undefined }) {
  const account = useContractAccount();
  const rows = account && [
    ...account.orders.filter(({ phase }) => phase === 'waiting').map((order) => ofOrder(order, account.stops)),
    ...account.stops.map(ofStop),
  ];
  return <List rows={rows} only={only} name="conditional" />;
}

function ofOrder(order: ContractOrderState, stops: readonly StopState[]): Waiting {
  const { id, market, position, act, kind, trigger, triggerBy, price, quantity, filledQuantity, held } = order;
  return {
    ...{ id, of: 'order', market, position, act, kind, trigger, triggerBy, price, quantity, held, order },
    filled: filledQuantity,
    stop: null,
    guards: orderGuards(order, stops),
  };
}

function ofStop(stop: StopState): Waiting {
  const { id, market, position, kind, trigger, triggerBy, price, quantity } = stop;
  return {
    ...{ id, of: 'stop', market, position, act: 'close', kind, trigger, triggerBy, price, quantity },
    ...{ filled: '0', held: '0', order: null, stop, guards: null },
  };
}

interface ListProps {
  rows: readonly Waiting[] | undefined;
  only: string | undefined;
  name: 'orders' | 'conditional';
}

function List({ rows, only, name }: ListProps) {
  const texts = useTexts();
  const { say, numbers } = texts;
  const instruments = useInstrumentsById();
  const [cancelOrder] = useCancelContractMutation();
  const [cancelStop] = useCancelStopMutation();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [amended, amend, closeAmended] = useOpened<ContractOrderState>();
  const paused = usePausedMarks(
    (rows ?? []).map(({ market }) => market),
    (market) => instruments.get(market)?.terms.contract?.endsAt ?? null,
  );
  const amends = ({ market, act }: ContractOrderState) =>
    isAmendable(act, { state: instruments.get(market)?.terms.state, isPaused: paused.has(market) });
  const cancel = async ({ id, of }: Waiting) => {
    setLeaving((known) => new Set([...known, id]));
    const clientId = newClientId();
    await (of === 'order' ? cancelOrder({ clientId, order: id }) : cancelStop({ clientId, stop: id }));
    setLeaving((known) => new Set([...known].filter((other) => other !== id)));
  };
  const price = (market: string, decimal: string | null) =>
    decimal === null ? '–' : numbers.fixed(decimal, instruments.get(market)?.decimals.price ?? 0);
  const quantity = (market: string, decimal: string) =>
    numbers.fixed(decimal, instruments.get(market)?.decimals.quantity ?? 0);
  const columns: Column<Waiting>[] = [
    fixed('market', say('positions.contract'), ({ market, position, act }) => (
      <Two
        first={<b>{labelOf(instruments, market)}</b>}
        second={
          <span data-direction={(position === 'long') === (act === 'open') ? 'up' : 'down'}>
            {say(`positions.${act}_${position}`)}
          </span>
        }
      />
    )),
    fixed('kind', say('orderlist.kind'), ({ of, kind }) =>
      of === 'order'
        ? say(`orderlist.kind_name.${kind as ContractOrderState['kind']}`)
        : say(`positions.stop.${kind as StopState['kind']}`),
    ),
    ...(name === 'conditional'
      ? [
          figure('trigger', say('orderlist.trigger'), ({ market, trigger, triggerBy, stop }: Waiting) => (
            <Two
              first={stop?.trigger === null ? behindOf(texts, stop) : price(market, trigger)}
              second={triggerBy ? say(`positions.look.${triggerBy}`) : ''}
            />
          )),
        ]
      : []),
    figure('price', say('orderlist.price'), ({ market, price: limit }) =>
      limit === null ? say('orderlist.at_market') : price(market, limit),
    ),
    figure('quantity', say('orderlist.quantity'), ({ market, quantity: wanted }) =>
      wanted === null
        ? say('positions.stop.whole')
        : `${quantity(market, wanted)} ${instruments.get(market)?.base ?? ''}`,
    ),
    figure('filled', say('orderlist.filled'), ({ market, filled }) => quantity(market, filled)),
    figure(
      'held',
      say('positions.held'),
      ({ market, held }) => `${moneyOf(texts, held)} ${instruments.get(market)?.quote ?? ''}`,
    ),
    figure('stops', say('positions.stops'), ({ market, guards }) => (
      <Two first={price(market, guards?.takeProfit ?? null)} second={price(market, guards?.stopLoss ?? null)} />
    )),
    fixed('actions', '', (row) => {
      const { order } = row;
      return (
        <span className={styles.actions}>
          {order !== null && order.price !== null && amends(order) && (
            <RowAct icon={Pencil} name={say('own.amend')} onClick={() => amend(order)} />
          )}
          <RowAct
            icon={X}
            name={say('orderlist.cancel')}
            disabled={leaving.has(row.id)}
            onClick={() => void cancel(row)}
          />
        </span>
      );
    }),
  ];
  return (
    <>
      <Rows<Waiting>
        label={say(`positions.tab.${name}`)}
        columns={columns}
        rows={rows?.filter(({ market }) => only === undefined || market === only)}
        keyOf={({ of, id }) => `${of} ${id}`}
        empty={<Note kind="empty" text={say(`positions.none.${name}`)} />}
        density="panel"
      />
      {amended && <AmendContractDialog order={amended} onClose={closeAmended} />}
    </>
  );
}
