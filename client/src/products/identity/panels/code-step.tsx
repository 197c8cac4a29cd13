import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { Fault } from '../../../kit/api/envelope';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { codeRules } from '../../../kit/ui/form/rules';
import { FieldForm } from '../../../kit/ui/form/field-form';
import { Submit } from '../../../kit/ui/form/submit';
import { useRefusals } from '../../../kit/ui/form/use-refusals';
import styles from './enter.module.css';
import { Field } from '../../../kit/ui/form/field';
import { useForm } from '../../../kit/ui/form/use-form';

export interface StepProps {
  /** Null if the code was right, or if another proof is missing. */
  onCode: (code: string) => Promise<Fault | null>;
  onBack: () => void;
}

interface CodeStepProps extends StepProps {
  title: string;
  lead: string;
  label: string;
  /** Refusal codes shown at the code's field. */
  fieldOf: Readonly<Partial<Record<string, 'code'>>>;
  field: ReactElement;
  /** Shown below the form. */
  children?: ReactNode;
}

/** Step of a log-in that asks for one code. */
export function CodeStep({ title, lead, label, fieldOf, field, onCode, onBack, children }: CodeStepProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const form = useForm<{ code: string }>();
  const { formError, explain, clear } = useRefusals(form, fieldOf);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The previously focused field is gone.
  useEffect(() => heading.current?.focus(), []);

  const send = async ({ code }: { code: string }) => {
    setBusy(true);
    clear();
    const error = await onCode(code.trim());
    setBusy(false);
    if (error) explain(error);
  };
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className={styles.step}>
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
      <FieldForm form={form} onSubmit={(fields) => void send(fields)} onChange={clear}>
        <Field name="code" label={label} rules={codeRules(serverText)}>
          {field}
        </Field>
        <Submit text={t('login.second_submit')} isBusy={isBusy} formError={formError} />
      </FieldForm>
      {children}
      <button type="button" className={styles.back} onClick={onBack}>
        <ArrowLeft size={15} aria-hidden="true" />
        {t('login.back')}
      </button>
    </div>
  );
}
