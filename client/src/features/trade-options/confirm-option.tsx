import { useState } from 'react';
import type { BuyOptionRequest, OptionProduct } from '../../../../shared/wire/option';
import { useTexts } from '../../shared/i18n/use-texts';
import { focusFirst } from '../../shared/lib/focus-first';
import { dateAndTime } from '../../shared/lib/format';
import { useKeptSwitch } from '../../shared/lib/kept';
import { Dialog } from '../../shared/ui/dialog';
import { Facts } from '../../shared/ui/facts';
import styles from './option.module.css';
import type { Foreseen } from './option-ticket';
import { useOptionWords } from './option-words';

/** Under which a user's wish not to be asked twice is kept. */
export const SKIP_OPTION_KEY = 'option.skip-confirmation';

export interface WantedOption {
  request: Omit<BuyOptionRequest, 'clientId'>;
  foreseen: Foreseen;
}

interface ConfirmOptionProps {
  product: OptionProduct;
  wanted: WantedOption;
  onConfirm: () => void;
  onClose: () => void;
}

/** The wish once more, to the last digit, before it is sent. */
export function ConfirmOption({ product, wanted: { request, foreseen }, onConfirm, onClose }: ConfirmOptionProps) {
  const { say } = useTexts();
  const how = useOptionWords();
  const [isLast, setLast] = useState(false);
  const [, keepSkipped] = useKeptSwitch(SKIP_OPTION_KEY);
  const { direction, stake, durationMs, startsAt, takeProfit, stopLoss, symbol } = request;
  const title = `${say(`option.direction.${direction}`)} · ${product.label}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.confirm}>
        <Facts
          layout="lines"
          facts={[
            [say('option.stake'), how.money(stake, product.asset)],
            [say('option.duration'), how.duration(durationMs)],
            [say('option.start'), startsAt === undefined ? say('option.start.now') : dateAndTime(startsAt)],
            ...(takeProfit === undefined ? [] : [[say('option.take_profit'), how.price(symbol, takeProfit)] as const]),
            ...(stopLoss === undefined ? [] : [[say('option.stop_loss'), how.price(symbol, stopLoss)] as const]),
            [say('option.pays'), how.money(foreseen.payoutNet, product.asset)],
            [say('option.lose'), how.money(stake, product.asset)],
            [say('option.fee'), how.money(foreseen.charge, product.asset)],
            [say('option.break_even'), how.part(foreseen.breakEvenPpb)],
          ]}
        />
        <label className={styles.check}>
          <input type="checkbox" checked={isLast} onChange={({ target }) => setLast(target.checked)} />
          {say('option.skip')}
        </label>
        <button
          type="button"
          className={styles.buy}
          data-direction={direction}
          ref={focusFirst}
          onClick={() => {
            if (isLast) keepSkipped(true);
            onConfirm();
          }}
        >
          {say(`option.direction.${direction}`)}
        </button>
      </div>
    </Dialog>
  );
}
