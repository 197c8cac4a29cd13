import type { Words } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { useDialogBusy } from '../dialogs/dialog-busy';
import styles from './form.module.css';

interface SubmitProps {
  text: string;
  isBusy: boolean;
  /** Why the last attempt was refused. */
  fault: Words | null;
  /** What it does cannot be taken back. */
  kind?: 'bad';
}

/** The button of the form, and above it what stands in the way. Two clicks send one request. */
export function Submit({ text, isBusy, fault, kind }: SubmitProps) {
  const { say } = useTexts();
  useDialogBusy(isBusy);
  return (
    <>
      <p className={styles.fault} role="alert">
        {fault && ('key' in fault ? say(fault.key) : fault.text)}
      </p>
      <button type="submit" className={styles.submit} data-kind={kind} disabled={isBusy} aria-busy={isBusy}>
        {text}
      </button>
    </>
  );
}
