import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { useTexts } from '../../../kit/i18n/use-texts';
import { focusFirst } from '../../../kit/lib/hooks/focus-first';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import { Facts, type Fact } from '../../../kit/ui/figures/facts';
import styles from './earn-form.module.css';

interface ConfirmEarnProps {
  name: string;
  facts: readonly Fact[];
  terms: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation of a purchase with unrounded figures. */
export function ConfirmEarn({ name, facts, terms, onConfirm, onClose }: ConfirmEarnProps) {
  const { t } = useTexts();
  return (
    <Dialog title={`${t('earn.buy')} · ${name}`} onClose={onClose}>
      <div className={styles.confirm}>
        <Facts layout="lines" facts={facts} />
        {terms.map((term) => (
          <p key={term} className={styles.term}>
            {term}
          </p>
        ))}
        <button type="button" className={formStyles.send} ref={focusFirst} onClick={onConfirm}>
          {t('earn.confirm')}
        </button>
      </div>
    </Dialog>
  );
}
