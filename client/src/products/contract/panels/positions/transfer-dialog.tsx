import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useTried } from '../../../../shared/ui/dialogs/use-tried';
import { NumberField } from '../../../../entities/order/ticket/number-field';
import { useApplyTransferMutation } from '../../../../entities/wallet/wallet-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { compare, isAbove } from '../../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf } from '../../../../shared/lib/numbers/typed';
import { useSent } from '../../../../shared/lib/hooks/use-sent';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { DialogForm } from '../../../../shared/ui/dialogs/dialog-form';
import { Facts } from '../../../../shared/ui/figures/facts';
import { IconButton } from '../../../../shared/ui/controls/icon-button';
import styles from '../../../../features/show-positions/positions.module.css';

export type TransferWay = 'in' | 'out';

interface TransferDialogProps {
  asset: string;
  /** Places of its amounts. */
  scale: number;
  way: TransferWay;
  onWay: (way: TransferWay) => void;
  /** What can be moved each way. */
  most: Readonly<Record<TransferWay, string>>;
  onClose: () => void;
}

const ACCOUNTS = {
  in: { from: 'spot', to: 'contract' },
  out: { from: 'contract', to: 'spot' },
} as const satisfies Record<TransferWay, unknown>;

/** Between the spot and the futures account, without leaving the screen. */
export function TransferDialog({ asset, scale, way, onWay, most, onClose }: TransferDialogProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [typed, setTyped] = useState(EMPTY);
  const [apply, { isLoading, error, reset }] = useApplyTransferMutation();
  const { hasTried, setTried, setFault, refusal } = useTried(error);
  const sent = useSent('transfer');
  const { from, to } = ACCOUNTS[way];
  const amount = decimalOfTyped(typed);

  const change = (next: typeof typed) => {
    setTyped(next);
    setFault(null);
    reset();
  };
  const send = async () => {
    setTried(true);
    if (typed.kind === 'refused') return;
    if (amount === null || compare(amount, '0') <= 0) return setFault(words('code', 'amount.not.positive'));
    if (isAbove(amount, most[way])) return setFault(words('code', 'balance.insufficient'));
    const wish = { asset, from, to, amount };
    if (await sent(apply, wish, { key: 'wallet.transfer.done' })) onClose();
  };
  return (
    <Dialog title={say('positions.transfer.title', { asset })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={say('wallet.transfer.submit')}>
        <div className={styles.way}>
          <Facts
            layout="lines"
            facts={[
              [say('wallet.from'), say(`wallet.account.${from}`)],
              [say('wallet.to'), say(`wallet.account.${to}`)],
            ]}
          />
          <IconButton
            label={say('wallet.transfer.swap')}
            onClick={() => {
              change(EMPTY);
              setTried(false);
              onWay(way === 'in' ? 'out' : 'in');
            }}
          >
            <ArrowLeftRight size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <NumberField
          {...{ name: 'amount', label: say('wallet.amount'), unit: asset, scale }}
          {...{ value: typed, onChange: change, isTold: hasTried, beyond: 'down' }}
        />
        <Facts
          layout="lines"
          facts={[
            [
              say('positions.margin.most'),
              <button
                key="most"
                type="button"
                className={styles.most}
                onClick={() => {
                  change(typedOf(most[way]));
                  setTried(false);
                }}
              >
                <Amount of={most[way]} asset={asset} /> {asset}
              </button>,
            ],
          ]}
        />
        {way === 'out' && <p className={styles.hint}>{say('positions.transfer.hint')}</p>}
      </DialogForm>
    </Dialog>
  );
}
