import { useState } from 'react';
import { ENTRY_KIND_NAMES } from '../../../../shared/rules/entry-kinds';
import type { AuditScope } from '../../../../shared/rules/audit-scope';
import { CASES } from '../../../../shared/proof/bundle-form';
import {
  QUESTION_KINDS,
  mayAskQuestion,
  type QuestionKind,
  type AskRequest,
} from '../../../../shared/wire/audit/audit-journal';
import { TRAIL_SUBJECTS } from '../../../../shared/proof/audit-trail';
import { useInstruments } from '../../kit/entities/instrument/instrument';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import { Choice } from '../../kit/ui/controls/choice';
import styles from '../parts/admin.module.css';
import { formValuesOf, FIELDS, NOTHING, requestOf, wrongFields, type Entered, type Field } from './journal-question';
import journal from './journal-page.module.css';
import { Until, type JournalRange } from './journal-until';

interface JournalFormProps {
  journalRange: JournalRange;
  /** The caller's scope. Questions that would be refused are not offered. */
  scope: AuditScope;
  /** Initial question. */
  first: AskRequest | null;
  isBusy: boolean;
  onAsk: (request: AskRequest) => void;
}

/** Choice of a question and its parameters. */
export function JournalForm({ journalRange, scope, first, isBusy, onAsk }: JournalFormProps) {
  const { t } = useTexts();
  const allowedKinds = QUESTION_KINDS.filter((one) => mayAskQuestion(scope, one, journalRange.at));
  const usual = allowedKinds.includes('trial') ? 'trial' : 'entries';
  const [selectedKind, setSelectedKind] = useState<QuestionKind | null>(first?.ask ?? null);
  const questionKind = selectedKind !== null && allowedKinds.includes(selectedKind) ? selectedKind : usual;
  const [values, setValues] = useState<Entered>(first ? formValuesOf(first) : NOTHING);
  const request = requestOf(questionKind, values);
  const invalidFields = wrongFields(questionKind, values);
  const change = (field: Field, text: string) => setValues((before) => ({ ...before, [field]: text }));
  return (
    <form
      className={`${styles.filters} ${journal.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (request) onAsk(request);
      }}
    >
      <span className={styles.filter}>
        <span className={styles.muted}>{t('staff.journal.question')}</span>
        <Choice
          label={t('staff.journal.question')}
          size="row"
          value={questionKind}
          options={allowedKinds.map((value) => ({ value, text: t(`staff.journal.ask.${value}`) }))}
          onChange={setSelectedKind}
        />
      </span>
      {FIELDS[questionKind]
        .filter((field) => field !== 'number' || values.case !== '' || questionKind === 'life')
        .map((field) => (
          <QuestionField
            key={field}
            questionKind={questionKind}
            field={field}
            text={values[field]}
            isWrong={invalidFields.includes(field)}
            journalRange={journalRange}
            onChange={(text) => change(field, text)}
          />
        ))}
      <Button type="submit" disabled={!request || isBusy} aria-busy={isBusy}>
        {t('staff.journal.send')}
      </Button>
    </form>
  );
}

interface QuestionFieldProps {
  questionKind: QuestionKind;
  field: Field;
  text: string;
  isWrong: boolean;
  journalRange: JournalRange;
  onChange: (text: string) => void;
}

function QuestionField(properties: QuestionFieldProps) {
  const { t } = useTexts();
  const { questionKind, field, text, isWrong, journalRange, onChange } = properties;
  const none = { value: '', text: t('staff.all') };
  if (field === 'kind') {
    const kinds = ENTRY_KIND_NAMES.map((value) => ({ value, text: value }));
    return <Chosen field={field} text={text} options={[none, ...kinds]} onChange={onChange} />;
  }
  if (field === 'case') {
    const cases = (questionKind === 'life' ? TRAIL_SUBJECTS : CASES).map((value) => ({
      value,
      text: t(`staff.journal.case.${value}`),
    }));
    return <Chosen field={field} text={text} options={[none, ...cases]} onChange={onChange} />;
  }
  if (field === 'market') return <MarketField text={text} onChange={onChange} />;
  if (field === 'until') return <Until text={text} journalRange={journalRange} onChange={onChange} />;
  return (
    <label className={journal.field}>
      {t(`staff.journal.field.${field}`)}
      <input
        className={styles.input}
        type={field === 'from' || field === 'to' ? 'datetime-local' : 'text'}
        inputMode={field === 'number' || field === 'user' ? 'numeric' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-invalid={isWrong}
        placeholder={field === 'account' ? '10000001/spot' : undefined}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

interface ChosenProps {
  field: 'kind' | 'case';
  text: string;
  options: readonly { value: string; text: string }[];
  onChange: (text: string) => void;
}

function Chosen({ field, text, options, onChange }: ChosenProps) {
  const { t } = useTexts();
  const label = t(`staff.journal.field.${field}`);
  return (
    <span className={styles.filter}>
      <span className={styles.muted}>{label}</span>
      <Choice label={label} size="row" value={text} options={options} onChange={onChange} />
    </span>
  );
}

/** Choice of a listed market, including ended ones. */
function MarketField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTexts();
  const label = t('staff.journal.field.market');
  const markets = useInstruments().map(({ id, label: name }) => ({ value: id, text: name }));
  return (
    <span className={styles.filter}>
      <span className={styles.muted}>{label}</span>
      <Choice
        label={label}
        size="row"
        value={text}
        options={[{ value: '', text: '—' }, ...markets]}
        onChange={onChange}
      />
    </span>
  );
}
