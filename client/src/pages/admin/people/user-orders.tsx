/** What a user has in the market now, and the way to end it. */
import { useState } from 'react';
import type { OrderState } from '../../../../../shared/wire/market-data';
import type { ContractOrderState, StopState } from '../../../../../shared/products/perpetual/stream';
import { orderGuards } from '../../../entities/contract/order-guards';
import { labelOf, useInstrumentsById } from '../../../entities/instrument/instrument';
import {
  useCancelAllOfMutation,
  useCancelOrderOfMutation,
  useContractOrdersOfQuery,
  useSpotOrdersOfQuery,
} from '../../../entities/staff/orders-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { column, figure, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';

/** Of spot and of contracts alike. */
type Shown = Pick<OrderState, 'market' | 'kind' | 'price' | 'trigger' | 'quantity' | 'filledQuantity'> & {
  id: string;
  side: 'buy' | 'sell';
  /** One of a robot ends with it alone. */
  isOfRobot: boolean;
  quoteAmount: string | null;
  /** The levels that guard the position of a contract order; null for spot. */
  guards: Pick<ContractOrderState, 'takeProfit' | 'stopLoss'> | null;
};

export function UserOrders({ userId }: { userId: number }) {
  const { say } = useTexts();
  const instruments = useInstrumentsById();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const asked = { userId, ...(since === undefined ? {} : { minPosition: since }) };
  const spot = useSpotOrdersOfQuery(asked, { refetchOnMountOrArgChange: true });
  const contract = useContractOrdersOfQuery(asked, { refetchOnMountOrArgChange: true });
  const acts = useCancelling(userId, setSince);
  const label = (market: string) => labelOf(instruments, market);
  const columns = useColumns(label);
  const orders = spot.data &&
    contract.data && [
      ...spot.data.orders.map(ofSpot),
      ...contract.data.orders.map((order) => ofContract(order, contract.data?.stops ?? [])),
    ];
  const markets = new Set(orders?.filter(({ isOfRobot }) => !isOfRobot).map(({ market }) => market));
  return (
    <Panel
      title={say('staff.orders')}
      level={2}
      actions={[...markets].map((market) => (
        <Button key={market} onClick={() => setAct(acts.all(market, label(market)))}>
          {say('orderlist.cancel_all_of', { market: label(market) })}
        </Button>
      ))}
    >
      {orders ? (
        <Rows<Shown>
          label={say('staff.orders')}
          rows={orders}
          keyOf={({ id }) => id}
          empty={<Note kind="empty" text={say('staff.orders.none')} />}
          columns={[
            ...columns,
            figure(
              'act',
              '',
              (order) =>
                !order.isOfRobot && (
                  <Button
                    aria-label={`${say('orderlist.cancel')}: #${order.id}`}
                    onClick={() => setAct(acts.one(order, label(order.market)))}
                  >
                    {say('orderlist.cancel')}
                  </Button>
                ),
              { isFixed: true },
            ),
          ]}
        />
      ) : (
        <Waiting
          error={spot.error ?? contract.error}
          onRetry={() => {
            void spot.refetch();
            void contract.refetch();
          }}
        />
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function ofSpot({ order, robot, ...rest }: OrderState): Shown {
  return { ...rest, id: order, isOfRobot: robot !== undefined, guards: null };
}

function ofContract(order: ContractOrderState, stops: readonly StopState[]): Shown {
  return { ...order, quoteAmount: null, isOfRobot: false, guards: orderGuards(order, stops) };
}

function useColumns(label: (market: string) => string): Column<Shown>[] {
  const { say, numbers } = useTexts();
  const told = (amount: string | null) => (amount === null ? '–' : numbers.exact(amount));
  return [
    column('id', say('orderlist.number'), ({ id }) => `#${id}`),
    fixed('market', say('orderlist.market'), ({ market }) => <b>{label(market)}</b>),
    fixed('side', say('orderlist.side'), ({ side }) => (
      <span data-direction={side === 'buy' ? 'up' : 'down'}>{say(`trades.${side}`)}</span>
    )),
    column('kind', say('orderlist.kind'), ({ kind }) => say(`orderlist.kind_name.${kind}`)),
    figure('trigger', say('orderlist.trigger'), ({ trigger }) => told(trigger)),
    figure('price', say('orderlist.price'), ({ price }) => told(price)),
    figure('quantity', say('orderlist.quantity'), ({ quantity, quoteAmount }) => told(quantity ?? quoteAmount)),
    figure('filled', say('orderlist.filled'), ({ filledQuantity }) => told(filledQuantity)),
    figure(
      'stops',
      say('positions.stops'),
      ({ guards }) => guards && `${told(guards.takeProfit)} / ${told(guards.stopLoss)}`,
    ),
  ];
}

function useCancelling(userId: number, onDone: (position: number | undefined) => void) {
  const { say } = useTexts();
  const [cancel] = useCancelOrderOfMutation();
  const [cancelAll] = useCancelAllOfMutation();
  const shared = { kind: 'bad', done: say('staff.orders.cancelled'), onDone } as const;
  return {
    one: ({ id, side }: Shown, label: string): Act => ({
      ...shared,
      title: `${say('staff.orders.cancel')} – #${id}`,
      consequence: say('staff.orders.cancel_consequence'),
      takes: 'CancelOrder',
      facts: [
        [say('orderlist.market'), label],
        [say('orderlist.side'), say(`trades.${side}`)],
      ],
      confirm: say('staff.orders.cancel'),
      send: (_, clientId) => cancel({ clientId, userId, order: id }),
    }),
    all: (market: string, label: string): Act => ({
      ...shared,
      title: say('orderlist.cancel_all_of', { market: label }),
      consequence: say('staff.orders.cancel_all_consequence'),
      takes: 'CancelAllOrders',
      confirm: say('orderlist.cancel_all_of', { market: label }),
      send: (_, clientId) => cancelAll({ clientId, userId, market }),
    }),
  };
}
