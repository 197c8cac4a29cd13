import Form from 'antd/es/form';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { SecondFactorField } from '../../shared/ui/form/code-field';
import { codeRules } from '../../shared/ui/form/rules';
import { FieldForm } from '../../shared/ui/form/field-form';
import { Submit } from '../../shared/ui/form/submit';
import { useRefusals } from '../../shared/ui/form/use-refusals';
import styles from './enter.module.css';

interface SecondFactorStepProps {
  /** Null when it was right. */
  onCode: (code: string) => Promise<Fault | null>;
  onBack: () => void;
}

const FIELD_OF = { 'google.code.wrong': 'code', 'google.code.used': 'code', 'google.code.required': 'code' };

/** The password was right and the account has an authenticator: its code is the second half. */
export function SecondFactorStep({ onCode, onBack }: SecondFactorStepProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [form] = Form.useForm<{ code: string }>();
  const { fault, explain, clear } = useRefusals(form, FIELD_OF);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);

  const send = async ({ code }: { code: string }) => {
    setBusy(true);
    clear();
    const refused = await onCode(code.trim());
    setBusy(false);
    if (refused) explain(refused);
  };
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className={styles.step}>
        {say('login.second_title')}
      </h2>
      <p className={styles.lead}>{say('login.second_text')}</p>
      <FieldForm form={form} onSubmit={(fields) => void send(fields)} onChange={clear}>
        <Form.Item name="code" label={say('proof.second_factor')} rules={codeRules(words)}>
          <SecondFactorField />
        </Form.Item>
        <Submit text={say('login.second_submit')} isBusy={isBusy} fault={fault} />
      </FieldForm>
      <button type="button" className={styles.back} onClick={onBack}>
        <ArrowLeft size={15} aria-hidden="true" />
        {say('login.back')}
      </button>
    </div>
  );
}
