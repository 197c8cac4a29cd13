import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useSubmitState } from '../../../../kit/ui/dialogs/use-submit-state';
import { NumberField } from '../../../../kit/entities/order/ticket/number-field';
import { useApplyTransferMutation } from '../../../../kit/entities/wallet/wallet-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { compare, isAbove } from '../../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf } from '../../../../kit/lib/numbers/typed';
import { useSendOnce } from '../../../../kit/lib/hooks/use-send-once';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { DialogForm } from '../../../../kit/ui/dialogs/dialog-form';
import { Facts } from '../../../../kit/ui/figures/facts';
import { IconButton } from '../../../../kit/ui/controls/icon-button';
import styles from '../../../../kit/positions/positions.module.css';

export type TransferWay = 'in' | 'out';

interface TransferDialogProps {
  asset: string;
  /** Decimal places of the asset's amounts. */
  scale: number;
  direction: TransferWay;
  onDirection: (direction: TransferWay) => void;
  /** Maximum amount in each direction. */
  maxAmounts: Readonly<Record<TransferWay, string>>;
  onClose: () => void;
}

const ACCOUNTS = {
  in: { from: 'spot', to: 'contract' },
  out: { from: 'contract', to: 'spot' },
} as const satisfies Record<TransferWay, unknown>;

/** Transfers between the spot and futures accounts without leaving the trading page. */
export function TransferDialog({ asset, scale, direction, onDirection, maxAmounts, onClose }: TransferDialogProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const [amountInput, setAmountInput] = useState(EMPTY);
  const [apply, { isLoading, error, reset }] = useApplyTransferMutation();
  const { hasTried, setTried, setFault, refusal } = useSubmitState(error);
  const sendOnce = useSendOnce('transfer');
  const { from, to } = ACCOUNTS[direction];
  const amount = decimalOfTyped(amountInput);

  const change = (next: typeof amountInput) => {
    setAmountInput(next);
    setFault(null);
    reset();
  };
  const send = async () => {
    setTried(true);
    if (amountInput.kind === 'refused') return;
    if (amount === null || compare(amount, '0') <= 0) return setFault(serverText('code', 'amount.not.positive'));
    if (isAbove(amount, maxAmounts[direction])) return setFault(serverText('code', 'balance.insufficient'));
    const request = { asset, from, to, amount };
    if (await sendOnce(apply, request, { key: 'wallet.transfer.done' })) onClose();
  };
  return (
    <Dialog title={t('positions.transfer.title', { asset })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={t('wallet.transfer.submit')}>
        <div className={styles.way}>
          <Facts
            layout="lines"
            details={[
              [t('wallet.from'), t(`wallet.account.${from}`)],
              [t('wallet.to'), t(`wallet.account.${to}`)],
            ]}
          />
          <IconButton
            label={t('wallet.transfer.swap')}
            onClick={() => {
              change(EMPTY);
              setTried(false);
              onDirection(direction === 'in' ? 'out' : 'in');
            }}
          >
            <ArrowLeftRight size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <NumberField
          {...{ name: 'amount', label: t('wallet.amount'), unit: asset, scale }}
          {...{ value: amountInput, onChange: change, isTold: hasTried, beyond: 'down' }}
        />
        <Facts
          layout="lines"
          details={[
            [
              t('positions.margin.most'),
              <button
                key="most"
                type="button"
                className={styles.most}
                onClick={() => {
                  change(typedOf(maxAmounts[direction]));
                  setTried(false);
                }}
              >
                <Amount amount={maxAmounts[direction]} asset={asset} /> {asset}
              </button>,
            ],
          ]}
        />
        {direction === 'out' && <p className={styles.hint}>{t('positions.transfer.hint')}</p>}
      </DialogForm>
    </Dialog>
  );
}
