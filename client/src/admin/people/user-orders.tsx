/** A user's open orders, with actions to cancel them. */
import { useState } from 'react';
import type { OrderState } from '../../../../shared/wire/market-data';
import type { ContractOrderState, StopState } from '../../../../shared/products/perpetual/stream';
import { orderGuards } from '../../kit/entities/contract/order-guards';
import { labelOf, useInstrumentsById } from '../../kit/entities/instrument/instrument';
import {
  useCancelAllOfMutation,
  useCancelOrderOfMutation,
  useContractOrdersOfQuery,
  useSpotOrdersOfQuery,
} from '../api/orders-api';
import { ActDialog, type Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import { column, figure, fixed, type Column } from '../../kit/ui/data-table/columns';
import { Rows } from '../../kit/ui/data-table/rows';
import { Note } from '../../kit/ui/page/note';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';

/** Common fields of spot and contract orders. */
type Shown = Pick<OrderState, 'market' | 'kind' | 'price' | 'trigger' | 'quantity' | 'filledQuantity'> & {
  id: string;
  side: 'buy' | 'sell';
  /** Orders of a robot end only with the robot. */
  isOfRobot: boolean;
  quoteAmount: string | null;
  /** Take-profit and stop-loss of a contract order; null for spot. */
  guards: Pick<ContractOrderState, 'takeProfit' | 'stopLoss'> | null;
};

export function UserOrders({ userId }: { userId: number }) {
  const { t } = useTexts();
  const instruments = useInstrumentsById();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const request = { userId, ...(since === undefined ? {} : { minPosition: since }) };
  const spot = useSpotOrdersOfQuery(request, { refetchOnMountOrArgChange: true });
  const contract = useContractOrdersOfQuery(request, { refetchOnMountOrArgChange: true });
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
      title={t('staff.orders')}
      level={2}
      actions={[...markets].map((market) => (
        <Button key={market} onClick={() => setAct(acts.all(market, label(market)))}>
          {t('orderlist.cancel_all_of', { market: label(market) })}
        </Button>
      ))}
    >
      {orders ? (
        <Rows<Shown>
          label={t('staff.orders')}
          rows={orders}
          keyOf={({ id }) => id}
          empty={<Note kind="empty" text={t('staff.orders.none')} />}
          columns={[
            ...columns,
            figure(
              'act',
              '',
              (order) =>
                !order.isOfRobot && (
                  <Button
                    aria-label={`${t('orderlist.cancel')}: #${order.id}`}
                    onClick={() => setAct(acts.one(order, label(order.market)))}
                  >
                    {t('orderlist.cancel')}
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
  const { t, numbers } = useTexts();
  const amountOrDash = (amount: string | null) => (amount === null ? '–' : numbers.exact(amount));
  return [
    column('id', t('orderlist.number'), ({ id }) => `#${id}`),
    fixed('market', t('orderlist.market'), ({ market }) => <b>{label(market)}</b>),
    fixed('side', t('orderlist.side'), ({ side }) => (
      <span data-direction={side === 'buy' ? 'up' : 'down'}>{t(`trades.${side}`)}</span>
    )),
    column('kind', t('orderlist.kind'), ({ kind }) => t(`orderlist.kind_name.${kind}`)),
    figure('trigger', t('orderlist.trigger'), ({ trigger }) => amountOrDash(trigger)),
    figure('price', t('orderlist.price'), ({ price }) => amountOrDash(price)),
    figure('quantity', t('orderlist.quantity'), ({ quantity, quoteAmount }) => amountOrDash(quantity ?? quoteAmount)),
    figure('filled', t('orderlist.filled'), ({ filledQuantity }) => amountOrDash(filledQuantity)),
    figure(
      'stops',
      t('positions.stops'),
      ({ guards }) => guards && `${amountOrDash(guards.takeProfit)} / ${amountOrDash(guards.stopLoss)}`,
    ),
  ];
}

function useCancelling(userId: number, onDone: (position: number | undefined) => void) {
  const { t } = useTexts();
  const [cancel] = useCancelOrderOfMutation();
  const [cancelAll] = useCancelAllOfMutation();
  const shared = { kind: 'bad', successText: t('staff.orders.cancelled'), onDone } as const;
  return {
    one: ({ id, side }: Shown, label: string): Act => ({
      ...shared,
      title: `${t('staff.orders.cancel')} – #${id}`,
      consequence: t('staff.orders.cancel_consequence'),
      approvalRule: 'CancelOrder',
      details: [
        [t('orderlist.market'), label],
        [t('orderlist.side'), t(`trades.${side}`)],
      ],
      confirm: t('staff.orders.cancel'),
      send: (_, clientId) => cancel({ clientId, userId, order: id }),
    }),
    all: (market: string, label: string): Act => ({
      ...shared,
      title: t('orderlist.cancel_all_of', { market: label }),
      consequence: t('staff.orders.cancel_all_consequence'),
      approvalRule: 'CancelAllOrders',
      confirm: t('orderlist.cancel_all_of', { market: label }),
      send: (_, clientId) => cancelAll({ clientId, userId, market }),
    }),
  };
}
