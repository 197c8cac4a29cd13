import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useCloseAllMutation } from '../../entities/contract/contract-api';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import styles from './positions.module.css';
import { useShownPositions } from './use-positions';

/** Every position that is listed, at the market, after a question. */
export function CloseAll({ only }: { only: string | undefined }) {
  const { say, sayCount } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const dispatch = useDispatch();
  const [closeAll, { isLoading }] = useCloseAllMutation();
  const attempt = useAttempt();
  const all = useShownPositions() ?? [];
  const listed = all.filter(({ market, state }) => (only === undefined || market.name === only) && !state.isLocked);
  const confirm = async () => {
    const wish = only === undefined ? {} : { market: only };
    const { error } = await closeAll({ clientId: attempt.idOf(wish), ...wish });
    // Asked again it is the same wish, as long as nobody knows what became of it.
    if (error) return void dispatch(toastShown({ kind: 'error', ...wordsOf(error) }));
    attempt.accepted();
    setAsking(false);
  };
  return (
    <>
      <Button disabled={listed.length === 0} onClick={() => setAsking(true)}>
        {say('positions.close_all')}
      </Button>
      {isAsking && (
        <Dialog title={say('positions.close_all')} onClose={() => setAsking(false)}>
          <p>{sayCount('positions.close_all_text', listed.length)}</p>
          <p className={styles.answers}>
            <Button onClick={() => setAsking(false)}>{say('positions.keep')}</Button>
            <button type="button" className={styles.confirm} disabled={isLoading} onClick={() => void confirm()}>
              {say('positions.close_all')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
