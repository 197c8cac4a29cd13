import { useDispatch } from 'react-redux';
import { useCancelAllContractMutation } from '../../../../../entities/contract/contract-api';
import { useContractAccount } from '../../../../../entities/contract/positions';
import { labelOf, useInstrumentsById } from '../../../../../entities/instrument/instrument';
import { cancellationAsked } from '../../../../../shared/news/own-acts';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { newClientId } from '../../../../../shared/lib/hooks/use-attempt';
import { AskedAct } from '../../../../../shared/ui/dialogs/dialog-form';

/** Every open order of one market or of all, after a question: market by market. */
export function CancelContractOrders({ only }: { only: string | undefined }) {
  const { say, sayCount } = useTexts();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const [cancelAll] = useCancelAllContractMutation();
  const orders = (useContractAccount()?.orders ?? []).filter(({ market }) => only === undefined || market === only);
  const name =
    only === undefined
      ? say('orderlist.cancel_all')
      : say('orderlist.cancel_all_of', { market: labelOf(instruments, only) });
  const confirm = async () => {
    dispatch(cancellationAsked(orders.map(({ id }) => id)));
    for (const market of new Set(orders.map((order) => order.market))) {
      await cancelAll({ clientId: newClientId(), market });
    }
    return true;
  };
  return (
    <AskedAct
      name={name}
      isDisabled={orders.length === 0}
      text={sayCount('orderlist.cancel_all_text', orders.length)}
      keep={say('orderlist.keep')}
      onConfirm={confirm}
    />
  );
}
