import { useDispatch } from 'react-redux';
import { useCancelAllContractMutation } from '../../../../../kit/entities/contract/contract-api';
import { useContractAccount } from '../../../../../kit/entities/contract/positions';
import { labelOf, useInstrumentsById } from '../../../../../kit/entities/instrument/instrument';
import { cancellationAsked } from '../../../../../kit/news/own-acts';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { newClientId } from '../../../../../kit/lib/hooks/use-attempt';
import { AskedAct } from '../../../../../kit/ui/dialogs/dialog-form';

/** Cancels all open orders of one market or of all, market by market, after confirmation. */
export function CancelContractOrders({ marketFilter }: { marketFilter: string | undefined }) {
  const { t, tCount } = useTexts();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const [cancelAll] = useCancelAllContractMutation();
  const orders = (useContractAccount()?.orders ?? []).filter(
    ({ market }) => marketFilter === undefined || market === marketFilter,
  );
  const name =
    marketFilter === undefined
      ? t('orderlist.cancel_all')
      : t('orderlist.cancel_all_of', { market: labelOf(instruments, marketFilter) });
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
      text={tCount('orderlist.cancel_all_text', orders.length)}
      keep={t('orderlist.keep')}
      onConfirm={confirm}
    />
  );
}
