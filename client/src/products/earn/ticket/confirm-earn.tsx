import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { useTexts } from '../../../kit/i18n/use-texts';
import { focusFirst } from '../../../kit/lib/hooks/focus-first';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import { Facts, type Fact } from '../../../kit/ui/figures/facts';
import styles from './earn-form.module.css';

interface ConfirmEarnProps {
  name: string;
  details: readonly Fact[];
  terms: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation of a purchase with unrounded figures. */
export function ConfirmEarn({ name, details, terms, onConfirm, onClose }: ConfirmEarnProps) {
  const { t } = useTexts();
  return (
    <Dialog title={`${t('earn.buy')} · ${name}`} onClose={onClose}>
      <div className={styles.confirm}>
        <Facts layout="lines" details={details} />
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
