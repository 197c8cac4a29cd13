import { useDispatch } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useCancelAllOrdersMutation } from '../../../entities/order/order-api';
import { cancellationAsked } from '../../../shared/news/own-acts';
import { labelOf, useInstrumentsById } from '../../../entities/instrument/instrument';
import { useTexts } from '../../../shared/i18n/use-texts';
import { newClientId } from '../../../shared/lib/hooks/use-attempt';
import { AskedAct } from '../../../shared/ui/dialogs/dialog-form';

interface CancelAllProps {
  /** Those that the list beside it shows: open orders of one market, or of all. */
  orders: readonly OrderState[];
  market: string | undefined;
}

/** Every open order that is listed, after a question: of one market, or market by market. */
export function CancelAll({ orders: listed, market }: CancelAllProps) {
  const { say, sayCount } = useTexts();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const [cancelAll] = useCancelAllOrdersMutation();
  // Those of robots end with their robots.
  const orders = listed.filter(({ robot }) => robot === undefined);
  const name =
    market === undefined
      ? say('orderlist.cancel_all')
      : say('orderlist.cancel_all_of', { market: labelOf(instruments, market) });
  const confirm = async () => {
    dispatch(cancellationAsked(orders.map(({ order }) => order)));
    for (const one of new Set(orders.map((order) => order.market))) {
      await cancelAll({ clientId: newClientId(), market: one });
    }
    return true;
  };
  return (
    <AskedAct
      {...{ name, keep: say('orderlist.keep'), onConfirm: confirm }}
      isDisabled={orders.length === 0}
      text={sayCount('orderlist.cancel_all_text', orders.length)}
    />
  );
}
