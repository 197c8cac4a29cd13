import type { Words } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { useDialogBusy } from '../dialogs/dialog-busy';
import styles from './form.module.css';

interface SubmitProps {
  text: string;
  isBusy: boolean;
  /** Reason of the last refusal. */
  fault: Words | null;
  /** The action is irreversible. */
  kind?: 'bad';
}

/** Submit button, with the obstacle above it. Two clicks send one request. */
export function Submit({ text, isBusy, fault, kind }: SubmitProps) {
  const { t } = useTexts();
  useDialogBusy(isBusy);
  return (
    <>
      <p className={styles.fault} role="alert">
        {fault && ('key' in fault ? t(fault.key) : fault.text)}
      </p>
      <button type="submit" className={styles.submit} data-kind={kind} disabled={isBusy} aria-busy={isBusy}>
        {text}
      </button>
    </>
  );
}
