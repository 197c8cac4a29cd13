import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { Fault } from '../../../shared/api/envelope';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { codeRules } from '../../../shared/ui/form/rules';
import { FieldForm } from '../../../shared/ui/form/field-form';
import { Submit } from '../../../shared/ui/form/submit';
import { useRefusals } from '../../../shared/ui/form/use-refusals';
import styles from './enter.module.css';
import { Field } from '../../../shared/ui/form/field';
import { useForm } from '../../../shared/ui/form/use-form';

export interface StepProps {
  /** Null when it was right, or when it is something else that is missing. */
  onCode: (code: string) => Promise<Fault | null>;
  onBack: () => void;
}

interface CodeStepProps extends StepProps {
  title: string;
  lead: string;
  label: string;
  /** The refusals that are about the code. */
  fieldOf: Readonly<Partial<Record<string, 'code'>>>;
  /** Where the code is typed. */
  field: ReactElement;
  /** Below the form. */
  children?: ReactNode;
}

/** One code is missing. */
export function CodeStep({ title, lead, label, fieldOf, field, onCode, onBack, children }: CodeStepProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const form = useForm<{ code: string }>();
  const { fault, explain, clear } = useRefusals(form, fieldOf);
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
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
      <FieldForm form={form} onSubmit={(fields) => void send(fields)} onChange={clear}>
        <Field name="code" label={label} rules={codeRules(words)}>
          {field}
        </Field>
        <Submit text={say('login.second_submit')} isBusy={isBusy} fault={fault} />
      </FieldForm>
      {children}
      <button type="button" className={styles.back} onClick={onBack}>
        <ArrowLeft size={15} aria-hidden="true" />
        {say('login.back')}
      </button>
    </div>
  );
}
