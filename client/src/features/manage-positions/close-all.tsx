import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { usePlaceContractMutation } from '../../entities/contract/contract-api';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { newClientId } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import styles from './positions.module.css';
import { useShownPositions } from './use-positions';

/** Every position that is listed, at the market, after a question: one after the other. */
export function CloseAll({ only }: { only: string | undefined }) {
  const { say, sayCount } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const dispatch = useDispatch();
  const [place] = usePlaceContractMutation();
  const all = useShownPositions() ?? [];
  const listed = all.filter(({ market, state }) => (only === undefined || market.name === only) && !state.isLocked);
  const confirm = async () => {
    setBusy(true);
    for (const { market, state } of listed) {
      const { side, quantity } = state;
      const wish = { market: market.name, position: side, act: 'close', kind: 'market', quantity } as const;
      const { error } = await place({ clientId: newClientId(), ...wish });
      // One that is refused keeps none of the others open.
      if (error) dispatch(toastShown({ kind: 'error', ...wordsOf(error) }));
    }
    setBusy(false);
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
            <button type="button" className={styles.confirm} disabled={isBusy} onClick={() => void confirm()}>
              {say('positions.close_all')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
