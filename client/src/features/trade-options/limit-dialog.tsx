import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { OptionProduct } from '../../../../shared/wire/option';
import type { OptionLimit } from '../../../../shared/wire/option-stream';
import { useSetOptionLimitMutation } from '../../entities/option/option-api';
import { NumberField } from '../../entities/order/ticket/number-field';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { EMPTY, decimalOfTyped, typedOf } from '../../shared/lib/typed';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import { Facts } from '../../shared/ui/facts';
import styles from './option.module.css';
import { useOptionWords } from './option-words';

interface LimitDialogProps {
  product: Pick<OptionProduct, 'asset' | 'scale'>;
  limit: OptionLimit | undefined;
  onClose: () => void;
}

/** The most that one wants to stake in a day: less counts at once, more or none from the next day on. */
export function LimitDialog({ product: { asset, scale }, limit, onClose }: LimitDialogProps) {
  const { say } = useTexts();
  const how = useOptionWords();
  const dispatch = useDispatch();
  const [typed, setTyped] = useState(() => (limit?.amount ? typedOf(limit.amount) : EMPTY));
  const [hasTried, setTried] = useState(false);
  const [set, { isLoading, error }] = useSetOptionLimitMutation();
  const attempt = useAttempt();
  const send = async (amount: string | null) => {
    const wish = { asset, amount };
    const { error: refused } = await set({ clientId: attempt.idOf(wish), ...wish });
    if (refused) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', text: say('option.limit.set') }));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const amount = decimalOfTyped(typed);
    if (typed.kind !== 'refused' && amount !== null) void send(amount);
  };
  const said = error && wordsOf(error);
  return (
    <Dialog title={say('option.limit.title')} onClose={onClose}>
      <form className={styles.confirm} onSubmit={submit} noValidate>
        <p className={styles.hint}>{say('option.limit.hint')}</p>
        <Facts
          layout="lines"
          facts={[
            [say('option.limit.today'), limit?.amount ? how.money(limit.amount, asset) : say('option.limit.none')],
            [say('option.limit.staked'), how.money(limit?.staked ?? '0', asset)],
            ...(limit?.next
              ? [
                  [
                    say('option.limit.next', { time: dateAndTime(limit.next.from) }),
                    limit.next.amount === null ? say('option.limit.none') : how.money(limit.next.amount, asset),
                  ] as const,
                ]
              : []),
          ]}
        />
        <NumberField
          {...{ name: 'limit', label: say('option.limit.amount'), unit: asset, scale, value: typed }}
          {...{ onChange: setTyped, isTold: hasTried, beyond: 'down' }}
        />
        {said && (
          <p className={styles.refusal} role="alert">
            {'text' in said ? said.text : say(said.key)}
          </p>
        )}
        <button type="submit" className={styles.buy} data-direction="neutral" disabled={isLoading}>
          {say('option.limit.confirm')}
        </button>
        {limit && limit.amount !== null && (
          <Button disabled={isLoading} onClick={() => void send(null)}>
            {say('option.limit.remove')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
