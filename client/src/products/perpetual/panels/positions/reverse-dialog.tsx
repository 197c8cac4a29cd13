import { useDispatch } from 'react-redux';
import { scaleOf } from '../../../../../../shared/rules/units';
import { useReverseMutation } from '../../../../kit/entities/contract/contract-api';
import { faultMessage } from '../../../../kit/api/envelope';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Answers } from '../../../../kit/ui/dialogs/dialog-form';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import type { ShownPosition } from '../../../../kit/positions/use-positions';

/** Asks for confirmation before a position is reversed. */
export function ReverseDialog({ position, onClose }: { position: ShownPosition; onClose: () => void }) {
  const { t, numbers } = useTexts();
  const dispatch = useDispatch();
  const [reverse, { isLoading }] = useReverseMutation();
  const { state, market } = position;
  const attempt = useAttempt(`reverse ${state.id}`);
  const request = { market: market.name, position: state.side };
  const confirm = async () => {
    const { error } = await reverse({ clientId: attempt.idOf(request), ...request });
    // Until it is accepted, an unchanged request keeps its client id, so that a retry does not run twice.
    if (error) return void dispatch(toastShown({ kind: 'error', ...faultMessage(error) }));
    attempt.accepted();
    onClose();
  };
  const amount = `${numbers.fixed(state.quantity, scaleOf(market.lot))} ${market.base}`;
  return (
    <Dialog title={t('positions.reverse.title', { market: market.label })} onClose={onClose}>
      <p>
        <TextWithFact text={`positions.reverse.${state.side}`} params={{ amount }} />
      </p>
      <Answers
        {...{ isBusy: isLoading, onKeep: onClose, onConfirm: confirm }}
        keep={t('positions.reverse.keep')}
        confirm={t('positions.act.reverse')}
      />
    </Dialog>
  );
}
