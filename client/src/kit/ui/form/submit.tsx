import type { Words } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { useDialogBusy } from '../dialogs/dialog-busy';
import styles from './form.module.css';

interface SubmitProps {
  text: string;
  isBusy: boolean;
  /** Reason of the last refusal. */
  formError: Words | null;
  /** The action is irreversible. */
  kind?: 'bad';
}

/** Submit button, with the obstacle above it. Two clicks send one request. */
export function Submit({ text, isBusy, formError, kind }: SubmitProps) {
  const { t } = useTexts();
  useDialogBusy(isBusy);
  return (
    <>
      <p className={styles.fault} role="alert">
        {formError && ('key' in formError ? t(formError.key) : formError.text)}
      </p>
      <button type="submit" className={styles.submit} data-kind={kind} disabled={isBusy} aria-busy={isBusy}>
        {text}
      </button>
    </>
  );
}
