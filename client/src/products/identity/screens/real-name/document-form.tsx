import { DOCUMENT_TYPES } from '../../../../../../shared/products/identity/verification';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { CountrySelect } from '../../../../shared/ui/form/fields/country-select';
import { required, requiredChoice } from '../../../../shared/ui/form/rules';
import { FieldForm } from '../../../../shared/ui/form/field-form';
import { Submit } from '../../../../shared/ui/form/submit';
import { Field } from '../../../../shared/ui/form/field';
import { useForm } from '../../../../shared/ui/form/use-form';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import { RadioGroup } from '../../../../shared/ui/form/fields/radio-group';
import type { DocumentDraft } from './draft';
import styles from './real-name.module.css';

const NAME_LENGTH_MAX = 80;
const NUMBER_LENGTH_MAX = 40;

interface DocumentFormProps {
  initial: Partial<DocumentDraft>;
  onNext: (draft: DocumentDraft) => void;
}

/** Whose document it is, which, and its number. */
export function DocumentForm({ initial, onNext }: DocumentFormProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const form = useForm<DocumentDraft>(initial);
  return (
    <FieldForm form={form} className={styles.form} onSubmit={onNext}>
      <Field name="nationality" label={say('realname.country')} rules={[required(words)]}>
        <CountrySelect />
      </Field>
      <Field
        name="documentType"
        label={say('realname.document')}
        judgedOn="change"
        rules={[requiredChoice(words('code', 'certificate.required'))]}
      >
        <RadioGroup
          options={DOCUMENT_TYPES.map((type) => ({ value: type, label: say(`realname.document.${type}`) }))}
        />
      </Field>
      <Field name="name" label={say('realname.name')} extra={say('realname.name_hint')} rules={[required(words)]}>
        <TextField size="large" autoComplete="name" maxLength={NAME_LENGTH_MAX} />
      </Field>
      <Field name="documentNumber" label={say('realname.number')} rules={[required(words)]}>
        <TextField
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={NUMBER_LENGTH_MAX}
        />
      </Field>
      <Submit text={say('realname.next')} isBusy={false} fault={null} />
    </FieldForm>
  );
}
