import type { Fault } from '../../../../../kit/api/envelope';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { Dialog } from '../../../../../kit/ui/dialogs/dialog';
import { required } from '../../../../../kit/ui/form/rules';
import { Field } from '../../../../../kit/ui/form/field';
import { useForm } from '../../../../../kit/ui/form/use-form';
import { TextField } from '../../../../../kit/ui/form/fields/text-field';
import { SecureForm } from '../parts/secure-form';
import { useConfirmation } from '../parts/use-done';

const NAME_LENGTH_MAX = 40;

interface RenameFactorProps {
  name: string;
  /** Returns the refusal, or undefined on success. */
  onRename: (name: string) => Promise<Fault | undefined>;
  onClose: () => void;
}

export function RenameFactor({ name, onRename, onClose }: RenameFactorProps) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const form = useForm({ name });
  return (
    <Dialog title={t('passkeys.rename')} onClose={onClose}>
      <SecureForm
        form={form}
        fieldOf={{}}
        submitText={t('security.save')}
        onSubmit={async (fields) => {
          const error = await onRename(fields.name.trim());
          if (error) return error;
          confirm('security.saved');
          onClose();
        }}
      >
        <FactorNameItem />
      </SecureForm>
    </Dialog>
  );
}

/** The user's name for a passkey or authenticator. */
export function FactorNameItem() {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <Field name="name" label={t('passkeys.name')} rules={[required(serverText)]}>
      <TextField size="large" autoComplete="off" maxLength={NAME_LENGTH_MAX} />
    </Field>
  );
}
