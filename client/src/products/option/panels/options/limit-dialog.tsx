import { useState, type FormEvent } from 'react';
import type { OptionLimit } from '../../../../../../shared/products/option/stream';
import { useSetOptionLimitMutation } from '../../../../entities/option/option-api';
import { NumberField } from '../../../../entities/order/ticket/number-field';
import formStyles from '../../../../entities/order/ticket/order-form.module.css';
import { useFaultWords } from '../../../../shared/i18n/use-fault-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { decimalOfTyped, typedOf } from '../../../../shared/lib/numbers/typed';
import { useSent } from '../../../../shared/lib/hooks/use-sent';
import { Button } from '../../../../shared/ui/controls/button';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { Refusal } from '../../../../shared/ui/dialogs/dialog-form';
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
  const [typed, setTyped] = useState(typedOf(limit?.amount ?? null));
  const [hasTried, setTried] = useState(false);
  const [setLimit, { isLoading, error }] = useSetOptionLimitMutation();
  const sent = useSent();
  const amount = decimalOfTyped(typed);
  const send = async (wanted: string | null) => {
    const wish = { asset, amount: wanted };
    if (await sent(setLimit, wish, { key: 'option.limit.done' })) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (amount !== null) void send(amount);
  };
  const faultWords = useFaultWords();
  return (
    <Dialog title={say('option.limit.title')} isBusy={isLoading} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.hint}>{say('option.limit.hint')}</p>
        <NumberField
          {...{ name: 'limit', label: say('option.limit'), unit: asset, scale, beyond: 'down' }}
          {...{ value: typed, onChange: setTyped, isTold: hasTried }}
          fault={hasTried && typed.kind === 'empty' ? say('option.limit.enter') : undefined}
        />
        <Refusal text={faultWords(error)} />
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
