import type { Fault } from '../../../../../shared/api/envelope';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { Dialog } from '../../../../../shared/ui/dialogs/dialog';
import { required } from '../../../../../shared/ui/form/rules';
import { Field } from '../../../../../shared/ui/form/field';
import { useForm } from '../../../../../shared/ui/form/use-form';
import { TextField } from '../../../../../shared/ui/form/fields/text-field';
import { SecureForm } from '../parts/secure-form';
import { useSaid } from '../parts/use-done';

const NAME_LENGTH_MAX = 40;

interface RenameFactorProps {
  name: string;
  /** Gives what was refused, or nothing when it is done. */
  onRename: (name: string) => Promise<Fault | undefined>;
  onClose: () => void;
}

export function RenameFactor({ name, onRename, onClose }: RenameFactorProps) {
  const { say } = useTexts();
  const said = useSaid();
  const form = useForm({ name });
  return (
    <Dialog title={say('passkeys.rename')} onClose={onClose}>
      <SecureForm
        form={form}
        fieldOf={{}}
        submitText={say('security.save')}
        onSubmit={async (fields) => {
          const error = await onRename(fields.name.trim());
          if (error) return error;
          said('security.saved');
          onClose();
        }}
      >
        <FactorNameItem />
      </SecureForm>
    </Dialog>
  );
}

/** What its user calls a passkey or an authenticator. */
export function FactorNameItem() {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <Field name="name" label={say('passkeys.name')} rules={[required(words)]}>
      <TextField size="large" autoComplete="off" maxLength={NAME_LENGTH_MAX} />
    </Field>
  );
}
