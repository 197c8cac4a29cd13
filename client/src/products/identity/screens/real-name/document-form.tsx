import { DOCUMENT_TYPES } from '../../../../../../shared/products/identity/verification';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { CountrySelect } from '../../../../kit/ui/form/fields/country-select';
import { required, requiredChoice } from '../../../../kit/ui/form/rules';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { Submit } from '../../../../kit/ui/form/submit';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { RadioGroup } from '../../../../kit/ui/form/fields/radio-group';
import type { DocumentDraft } from './draft';
import styles from './real-name.module.css';

const NAME_LENGTH_MAX = 80;
const NUMBER_LENGTH_MAX = 40;

interface DocumentFormProps {
  initial: Partial<DocumentDraft>;
  onNext: (draft: DocumentDraft) => void;
}

/** Fields for the holder's name, document type and number. */
export function DocumentForm({ initial, onNext }: DocumentFormProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const form = useForm<DocumentDraft>(initial);
  return (
    <FieldForm form={form} className={styles.form} onSubmit={onNext}>
      <Field name="nationality" label={t('realname.country')} rules={[required(serverText)]}>
        <CountrySelect />
      </Field>
      <Field
        name="documentType"
        label={t('realname.document')}
        judgedOn="change"
        rules={[requiredChoice(serverText('code', 'certificate.required'))]}
      >
        <RadioGroup options={DOCUMENT_TYPES.map((type) => ({ value: type, label: t(`realname.document.${type}`) }))} />
      </Field>
      <Field name="name" label={t('realname.name')} extra={t('realname.name_hint')} rules={[required(serverText)]}>
        <TextField size="large" autoComplete="name" maxLength={NAME_LENGTH_MAX} />
      </Field>
      <Field name="documentNumber" label={t('realname.number')} rules={[required(serverText)]}>
        <TextField
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={NUMBER_LENGTH_MAX}
        />
      </Field>
      <Submit text={t('realname.next')} isBusy={false} formError={null} />
    </FieldForm>
  );
}
