import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { useTexts } from '../../../shared/i18n/use-texts';
import { focusFirst } from '../../../shared/lib/hooks/focus-first';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import { Facts, type Fact } from '../../../shared/ui/figures/facts';
import styles from './earn-form.module.css';

interface ConfirmEarnProps {
  name: string;
  facts: readonly Fact[];
  terms: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
}

/** The purchase once more, to the last digit, before it is sent. */
export function ConfirmEarn({ name, facts, terms, onConfirm, onClose }: ConfirmEarnProps) {
  const { say } = useTexts();
  return (
    <Dialog title={`${say('earn.buy')} · ${name}`} onClose={onClose}>
      <div className={styles.confirm}>
        <Facts layout="lines" facts={facts} />
        {terms.map((term) => (
          <p key={term} className={styles.term}>
            {term}
          </p>
        ))}
        <button type="button" className={formStyles.send} ref={focusFirst} onClick={onConfirm}>
          {say('earn.confirm')}
        </button>
      </div>
    </Dialog>
  );
}
