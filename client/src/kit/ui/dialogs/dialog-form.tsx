/** Forms and confirmations of dialogs. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../controls/button';
import { Dialog } from './dialog';
import { useDialogBusy } from './dialog-busy';
import styles from './dialog-form.module.css';

/** Reason of the refusal. */
export function Refusal({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={styles.refusal} role="alert">
      {text}
    </p>
  );
}

interface DialogFormProps {
  /** Null without a refusal. */
  refusal: string | null;
  confirm: string;
  isBusy: boolean;
  onSend: () => Promise<void>;
  children: ReactNode;
  /** Placed below the button. */
  foot?: ReactNode;
}

/** Fields, the refusal and the button. */
export function DialogForm({ refusal, confirm, isBusy, onSend, children, foot }: DialogFormProps) {
  useDialogBusy(isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSend();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      <Refusal text={refusal} />
      <button type="submit" className={styles.confirm} disabled={isBusy}>
        {confirm}
      </button>
      {foot}
    </form>
  );
}

interface AnswersProps {
  keep: string;
  confirm: string;
  isBusy: boolean;
  onKeep: () => void;
  onConfirm: () => Promise<unknown>;
}

/** The two answers of a confirmation: cancel, or confirm. */
export function Answers({ keep, confirm, isBusy, onKeep, onConfirm }: AnswersProps) {
  useDialogBusy(isBusy);
  return (
    <p className={styles.answers}>
      <Button disabled={isBusy} onClick={onKeep}>
        {keep}
      </Button>
      <button type="button" className={styles.confirm} disabled={isBusy} onClick={() => void onConfirm()}>
        {confirm}
      </button>
    </p>
  );
}

interface AskedActProps {
  /** Name of the action. */
  name: string;
  isDisabled: boolean;
  /** Consequences of the action. */
  text: string;
  keep: string;
  /** Returns whether it succeeded. */
  onConfirm: () => Promise<boolean>;
}

/** Button with a confirmation dialog. */
export function AskedAct({ name, isDisabled, text, keep, onConfirm }: AskedActProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => setAsking(false);
  const confirm = async () => {
    setBusy(true);
    const isDone = await onConfirm();
    setBusy(false);
    if (isDone) close();
  };
  return (
    <>
      <Button disabled={isDisabled} onClick={() => setAsking(true)}>
        {name}
      </Button>
      {isAsking && (
        <Dialog title={name} onClose={close}>
          <p>{text}</p>
          <Answers {...{ keep, isBusy }} confirm={name} onKeep={close} onConfirm={confirm} />
        </Dialog>
      )}
    </>
  );
}
