import { useDispatch } from 'react-redux';
import { useCloseAllMutation } from '../../../../entities/contract/contract-api';
import { labelOf, useInstrumentsById } from '../../../../entities/instrument/instrument';
import { wordsOf } from '../../../../shared/api/envelope';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { AskedAct } from '../../../../shared/ui/dialogs/dialog-form';
import { useShownPositions } from '../../../../features/show-positions/use-positions';

/** Every position that is listed, at the market, after a question. */
export function CloseAll({ only }: { only: string | undefined }) {
  const { say, sayCount } = useTexts();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const [closeAll] = useCloseAllMutation();
  const attempt = useAttempt();
  const all = useShownPositions() ?? [];
  const listed = all.filter(({ market, state }) => (only === undefined || market.name === only) && !state.isLocked);
  const name =
    only === undefined
      ? say('positions.close_all')
      : say('positions.close_all_of', { market: labelOf(instruments, only) });
  const confirm = async () => {
    const wish = only === undefined ? {} : { market: only };
    const { error } = await closeAll({ clientId: attempt.idOf(wish), ...wish });
    // Asked again it is the same wish, as long as nobody knows what became of it.
    if (error) dispatch(toastShown({ kind: 'error', ...wordsOf(error) }));
    else attempt.accepted();
    return !error;
  };
  return (
    <AskedAct
      name={name}
      isDisabled={listed.length === 0}
      text={sayCount('positions.close_all_text', listed.length)}
      keep={say('positions.keep')}
      onConfirm={confirm}
    />
  );
}
