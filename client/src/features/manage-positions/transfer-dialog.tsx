import { ArrowLeftRight } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { NumberField } from '../../entities/order/ticket/number-field';
import { useApplyTransferMutation } from '../../entities/wallet/wallet-api';
import { wordsOf } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { compare, isAbove } from '../../shared/lib/exact';
import { EMPTY, decimalOfTyped, typedOf } from '../../shared/lib/typed';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Amount } from '../../shared/ui/amount';
import { Dialog } from '../../shared/ui/dialog';
import { Facts } from '../../shared/ui/facts';
import { IconButton } from '../../shared/ui/icon-button';
import styles from './positions.module.css';

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
  const dispatch = useDispatch();
  const [typed, setTyped] = useState(EMPTY);
  const [fault, setFault] = useState<string | null>(null);
  const [hasTried, setTried] = useState(false);
  const [apply, { isLoading, error, reset }] = useApplyTransferMutation();
  const attempt = useAttempt();
  const { from, to } = ACCOUNTS[way];
  const amount = decimalOfTyped(typed);

  const change = (next: typeof typed) => {
    setTyped(next);
    setFault(null);
    reset();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.kind === 'refused') return;
    if (amount === null || compare(amount, '0') <= 0) return setFault(words('code', 'amount.not.positive'));
    if (isAbove(amount, most[way])) return setFault(words('code', 'balance.insufficient'));
    const wish = { asset, from, to, amount };
    const { error: refused } = await apply({ clientId: attempt.idOf(wish), ...wish });
    if (refused) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', key: 'wallet.transfer.done' }));
    onClose();
  };
  const said = error && wordsOf(error);
  const refusal = fault ?? (said && ('text' in said ? said.text : say(said.key)));
  return (
    <Dialog title={say('positions.transfer.title', { asset })} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
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
        {refusal && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        <button type="submit" className={styles.confirm} disabled={isLoading}>
          {say('wallet.transfer.submit')}
        </button>
      </form>
    </Dialog>
  );
}
