import type { ReactNode } from 'react';
import type { Fault } from '../../../../../kit/api/envelope';
import { Dialog } from '../../../../../kit/ui/dialogs/dialog';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  type PasswordProof,
} from '../../../../../kit/ui/form/fields/proof-items';
import { useForm } from '../../../../../kit/ui/form/use-form';
import { SecureForm } from './secure-form';

interface ProvenDialogProps<Fields extends PasswordProof> {
  title: string;
  /** Label of the button; by default the title. */
  submitText?: string;
  kind?: 'bad';
  /** True if the user has an authenticator. */
  isBound: boolean;
  /** True if a passkey is accepted instead of the code, which is then optional. */
  hasPasskey?: boolean;
  lead?: ReactNode;
  /** Initial values of the fields before the proof. */
  initialValues?: Partial<Fields>;
  /** Returns the refusal, or undefined on success. */
  onSubmit: (fields: Fields) => Promise<Fault | undefined>;
  onClose: () => void;
  /** Fields before those of the proof. */
  children?: ReactNode;
}

/** Changes a security setting with proof by password and second factor. */
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
