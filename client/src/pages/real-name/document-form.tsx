import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import { DOCUMENT_TYPES } from '../../../../shared/wire/verification';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { CountrySelect } from '../../shared/ui/form/country-select';
import { required } from '../../shared/ui/form/rules';
import { FieldForm } from '../../shared/ui/form/field-form';
import { Submit } from '../../shared/ui/form/submit';
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
  const chooseFirst = { required: true, message: words('code', 'certificate.required') };
  return (
    <FieldForm<DocumentDraft> className={styles.form} initialValues={initial} onSubmit={onNext}>
      <Form.Item name="nationality" label={say('realname.country')} rules={[required(words)]}>
        <CountrySelect />
      </Form.Item>
      <Form.Item name="documentType" label={say('realname.document')} validateTrigger="onChange" rules={[chooseFirst]}>
        <Radio.Group
          options={DOCUMENT_TYPES.map((type) => ({ value: type, label: say(`realname.document.${type}`) }))}
        />
      </Form.Item>
      <Form.Item name="name" label={say('realname.name')} extra={say('realname.name_hint')} rules={[required(words)]}>
        <Input size="large" autoComplete="name" maxLength={NAME_LENGTH_MAX} />
      </Form.Item>
      <Form.Item name="documentNumber" label={say('realname.number')} rules={[required(words)]}>
        <Input
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={NUMBER_LENGTH_MAX}
        />
      </Form.Item>
      <Submit text={say('realname.next')} isBusy={false} fault={null} />
    </FieldForm>
  );
}
