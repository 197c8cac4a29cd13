import { useState, type FormEvent } from 'react';
import type { OptionLimit } from '../../../../../../shared/products/option/stream';
import { useSetOptionLimitMutation } from '../../api/option-api';
import { NumberField } from '../../../../kit/entities/order/ticket/number-field';
import formStyles from '../../../../kit/entities/order/ticket/order-form.module.css';
import { useFaultWords } from '../../../../kit/i18n/use-fault-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { decimalOfTyped, typedOf } from '../../../../kit/lib/numbers/typed';
import { useSendOnce } from '../../../../kit/lib/hooks/use-send-once';
import { Button } from '../../../../kit/ui/controls/button';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Refusal } from '../../../../kit/ui/dialogs/dialog-form';
import styles from './manage-options.module.css';

interface LimitDialogProps {
  asset: string;
  scale: number;
  limit: OptionLimit | null;
  onClose: () => void;
}

/** Sets the maximum stake per day. A lower limit applies at once; a higher one, or none, from the next day. */
export function LimitDialog({ asset, scale, limit, onClose }: LimitDialogProps) {
  const { t } = useTexts();
  const [amountInput, setAmountInput] = useState(typedOf(limit?.amount ?? null));
  const [hasTried, setTried] = useState(false);
  const [setLimit, { isLoading, error }] = useSetOptionLimitMutation();
  const sendOnce = useSendOnce();
  const amount = decimalOfTyped(amountInput);
  const send = async (newAmount: string | null) => {
    const request = { asset, amount: newAmount };
    if (await sendOnce(setLimit, request, { key: 'option.limit.done' })) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (amount !== null) void send(amount);
  };
  const faultWords = useFaultWords();
  return (
    <Dialog title={t('option.limit.title')} isBusy={isLoading} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.hint}>{t('option.limit.hint')}</p>
        <NumberField
          {...{ name: 'limit', label: t('option.limit'), unit: asset, scale, beyond: 'down' }}
          {...{ value: amountInput, onChange: setAmountInput, isTold: hasTried }}
          errorText={hasTried && amountInput.kind === 'empty' ? t('option.limit.enter') : undefined}
        />
        <Refusal text={faultWords(error)} />
        <button type="submit" className={formStyles.send} disabled={isLoading}>
          {t('option.limit.save')}
        </button>
        {limit !== null && limit.amount !== null && (
          <Button disabled={isLoading} onClick={() => void send(null)}>
            {t('option.limit.remove')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
