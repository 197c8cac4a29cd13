import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { OptionLimit } from '../../../../shared/wire/option-stream';
import { useSetOptionLimitMutation } from '../../entities/option/option-api';
import { NumberField } from '../../entities/order/ticket/number-field';
import formStyles from '../../entities/order/ticket/order-form.module.css';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { decimalOfTyped, typedOf } from '../../shared/lib/typed';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import styles from './manage-options.module.css';

interface LimitDialogProps {
  asset: string;
  scale: number;
  limit: OptionLimit | null;
  onClose: () => void;
}

/** The most to stake in a day: less counts at once, more or none from the next day on. */
export function LimitDialog({ asset, scale, limit, onClose }: LimitDialogProps) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [typed, setTyped] = useState(typedOf(limit?.amount ?? null));
  const [hasTried, setTried] = useState(false);
  const [setLimit, { isLoading, error }] = useSetOptionLimitMutation();
  const attempt = useAttempt();
  const amount = decimalOfTyped(typed);
  const send = async (wanted: string | null) => {
    const wish = { asset, amount: wanted };
    const { error: refused } = await setLimit({ clientId: attempt.idOf(wish), ...wish });
    if (refused) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', key: 'option.limit.done' }));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (amount !== null) void send(amount);
  };
  const said = error && wordsOf(error);
  return (
    <Dialog title={say('option.limit.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.hint}>{say('option.limit.hint')}</p>
        <NumberField
          {...{ name: 'limit', label: say('option.limit'), unit: asset, scale, beyond: 'down' }}
          {...{ value: typed, onChange: setTyped, isTold: hasTried }}
          fault={hasTried && typed.kind === 'empty' ? say('option.limit.enter') : undefined}
        />
        {said && (
          <p className={styles.refusal} role="alert">
            {'text' in said ? said.text : say(said.key)}
          </p>
        )}
        <button type="submit" className={formStyles.send} disabled={isLoading}>
          {say('option.limit.save')}
        </button>
        {limit !== null && limit.amount !== null && (
          <Button disabled={isLoading} onClick={() => void send(null)}>
            {say('option.limit.remove')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
