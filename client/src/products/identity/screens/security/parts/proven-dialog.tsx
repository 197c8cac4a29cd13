import type { ReactNode } from 'react';
import type { Fault } from '../../../../../shared/api/envelope';
import { Dialog } from '../../../../../shared/ui/dialogs/dialog';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  type PasswordProof,
} from '../../../../../shared/ui/form/fields/proof-items';
import { useForm } from '../../../../../shared/ui/form/use-form';
import { SecureForm } from './secure-form';

interface ProvenDialogProps<Fields extends PasswordProof> {
  title: string;
  /** What the button says, if it is not the title. */
  submitText?: string;
  kind?: 'bad';
  /** Whether the user has an authenticator. */
  isBound: boolean;
  /** A passkey proves it as well: the code may be left out, and it is asked for. */
  hasPasskey?: boolean;
  lead?: ReactNode;
  /** For the fields in front of the proof. */
  initialValues?: Partial<Fields>;
  /** Gives what was refused, or nothing when it is done. */
  onSubmit: (fields: Fields) => Promise<Fault | undefined>;
  onClose: () => void;
  /** Fields before those of the proof. */
  children?: ReactNode;
}

/** One change of the account's safety, proved by the log-in password and the second factor. */
export function ProvenDialog<Fields extends PasswordProof = PasswordProof>(props: ProvenDialogProps<Fields>) {
  const { title, submitText = title, kind, isBound, hasPasskey = false, lead, initialValues } = props;
  const { onSubmit, onClose, children } = props;
  const form = useForm<Fields>(initialValues);
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <SecureForm form={form} fieldOf={PROOF_FIELD_OF} submitText={submitText} kind={kind} onSubmit={onSubmit}>
        {children}
        <PasswordItem />
        <SecondFactorItem isBound={isBound} hasPasskey={hasPasskey} />
      </SecureForm>
    </Dialog>
  );
}
