import type { Words } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './enter.module.css';

interface SubmitProps {
  text: string;
  isBusy: boolean;
  /** Why the last attempt was refused. */
  fault: Words | null;
}

/** The button of the form, and above it what stands in the way. Two clicks send one request. */
export function Submit({ text, isBusy, fault }: SubmitProps) {
  const { say } = useTexts();
  return (
    <>
      <p className={styles.fault} role="alert">
        {fault && ('key' in fault ? say(fault.key) : fault.text)}
      </p>
      <button type="submit" className={styles.submit} disabled={isBusy} aria-busy={isBusy}>
        {text}
      </button>
    </>
  );
}
