import { useDispatch } from 'react-redux';
import { useCloseAllMutation } from '../../../../kit/entities/contract/contract-api';
import { labelOf, useInstrumentsById } from '../../../../kit/entities/instrument/instrument';
import { faultMessage } from '../../../../kit/api/envelope';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { AskedAct } from '../../../../kit/ui/dialogs/dialog-form';
import { useShownPositions } from '../../../../kit/positions/use-positions';

/** Closes all listed positions at the market, after confirmation. */
export function CloseAll({ marketFilter }: { marketFilter: string | undefined }) {
  const { t, tCount } = useTexts();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const [closeAll] = useCloseAllMutation();
  const attempt = useAttempt();
  const positions = useShownPositions() ?? [];
  const closablePositions = positions.filter(
    ({ market, state }) => (marketFilter === undefined || market.name === marketFilter) && !state.isLocked,
  );
  const name =
    marketFilter === undefined
      ? t('positions.close_all')
      : t('positions.close_all_of', { market: labelOf(instruments, marketFilter) });
  const confirm = async () => {
    const request = marketFilter === undefined ? {} : { market: marketFilter };
    const { error } = await closeAll({ clientId: attempt.idOf(request), ...request });
    // Until it is accepted, an unchanged request keeps its client id, so that a retry does not run twice.
    if (error) dispatch(toastShown({ kind: 'error', ...faultMessage(error) }));
    else attempt.accepted();
    return !error;
  };
  return (
    <AskedAct
      name={name}
      isDisabled={closablePositions.length === 0}
      text={tCount('positions.close_all_text', closablePositions.length)}
      keep={t('positions.keep')}
      onConfirm={confirm}
    />
  );
}
