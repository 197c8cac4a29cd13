import { useDispatch } from 'react-redux';
import { scaleOf } from '../../../../../../shared/rules/units';
import { useReverseMutation } from '../../../../entities/contract/contract-api';
import { wordsOf } from '../../../../shared/api/envelope';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { Answers } from '../../../../shared/ui/dialogs/dialog-form';
import { Said } from '../../../../shared/ui/said';
import type { ShownPosition } from '../../../../features/show-positions/use-positions';

/** What turning a position around does, before it is done. */
export function ReverseDialog({ position, onClose }: { position: ShownPosition; onClose: () => void }) {
  const { say, numbers } = useTexts();
  const dispatch = useDispatch();
  const [reverse, { isLoading }] = useReverseMutation();
  const { state, market } = position;
  const attempt = useAttempt(`reverse ${state.id}`);
  const wish = { market: market.name, position: state.side };
  const confirm = async () => {
    const { error } = await reverse({ clientId: attempt.idOf(wish), ...wish });
    // Asked again it is the same wish, as long as nobody knows what became of it.
    if (error) return void dispatch(toastShown({ kind: 'error', ...wordsOf(error) }));
    attempt.accepted();
    onClose();
  };
  const amount = `${numbers.fixed(state.quantity, scaleOf(market.lot))} ${market.base}`;
  return (
    <Dialog title={say('positions.reverse.title', { market: market.label })} onClose={onClose}>
      <p>
        <Said text={`positions.reverse.${state.side}`} facts={{ amount }} />
      </p>
      <Answers
        {...{ isBusy: isLoading, onKeep: onClose, onConfirm: confirm }}
        keep={say('positions.reverse.keep')}
        confirm={say('positions.act.reverse')}
      />
    </Dialog>
  );
}
