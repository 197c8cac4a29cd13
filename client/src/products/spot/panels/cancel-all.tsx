import { useDispatch } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useCancelAllOrdersMutation } from '../../../kit/entities/order/order-api';
import { cancellationAsked } from '../../../kit/news/own-acts';
import { labelOf, useInstrumentsById } from '../../../kit/entities/instrument/instrument';
import { useTexts } from '../../../kit/i18n/use-texts';
import { newClientId } from '../../../kit/lib/hooks/use-attempt';
import { AskedAct } from '../../../kit/ui/dialogs/dialog-form';

interface CancelAllProps {
  /** Orders in the list beside it: those of one market, or all. */
  orders: readonly OrderState[];
  market: string | undefined;
}

/** Cancels all listed open orders after confirmation: of one market, or market by market. */
export function CancelAll({ orders: listedOrders, market }: CancelAllProps) {
  const { t, tCount } = useTexts();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const [cancelAll] = useCancelAllOrdersMutation();
  // Orders of robots are cancelled by stopping the robot.
  const orders = listedOrders.filter(({ robot }) => robot === undefined);
  const name =
    market === undefined
      ? t('orderlist.cancel_all')
      : t('orderlist.cancel_all_of', { market: labelOf(instruments, market) });
  const confirm = async () => {
    dispatch(cancellationAsked(orders.map(({ order }) => order)));
    for (const one of new Set(orders.map((order) => order.market))) {
      await cancelAll({ clientId: newClientId(), market: one });
    }
    return true;
  };
  return (
    <AskedAct
      {...{ name, keep: t('orderlist.keep'), onConfirm: confirm }}
      isDisabled={orders.length === 0}
      text={tCount('orderlist.cancel_all_text', orders.length)}
    />
  );
}
