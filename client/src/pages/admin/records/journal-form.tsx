import { useState } from 'react';
import { ENTRY_KIND_NAMES } from '../../../../../shared/rules/entry-kinds';
import type { AuditScope } from '../../../../../shared/rules/audit-scope';
import { CASES } from '../../../../../shared/proof/bundle-form';
import { ASKS, isAskable, type Ask, type AskRequest } from '../../../../../shared/wire/audit-journal';
import { LIVES } from '../../../../../shared/proof/life';
import { useInstruments } from '../../../entities/instrument/instrument';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { Choice } from '../../../shared/ui/controls/choice';
import styles from '../parts/desk.module.css';
import { enteredOf, FIELDS, NOTHING, requestOf, wrongFields, type Entered, type Field } from './journal-question';
import journal from './journal-page.module.css';
import { Until, type Reach } from './journal-until';

interface JournalFormProps {
  reach: Reach;
  /** What whoever asks may see: what would be refused is not offered. */
  scope: AuditScope;
  /** What it begins with. */
  first: AskRequest | null;
  isBusy: boolean;
  onAsk: (request: AskRequest) => void;
}

/** A question, and what it takes. */
export function JournalForm({ reach, scope, first, isBusy, onAsk }: JournalFormProps) {
  const { say } = useTexts();
  const asks = ASKS.filter((one) => isAskable(scope, one, reach.at));
  const usual = asks.includes('trial') ? 'trial' : 'entries';
  const [chosen, setAsk] = useState<Ask | null>(first?.ask ?? null);
  const ask = chosen !== null && asks.includes(chosen) ? chosen : usual;
  const [entered, setEntered] = useState<Entered>(first ? enteredOf(first) : NOTHING);
  const request = requestOf(ask, entered);
  const wrong = wrongFields(ask, entered);
  const change = (field: Field, text: string) => setEntered((before) => ({ ...before, [field]: text }));
  return (
    <form
      className={`${styles.filters} ${journal.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (request) onAsk(request);
      }}
    >
      <span className={styles.filter}>
        <span className={styles.muted}>{say('staff.journal.question')}</span>
        <Choice
          label={say('staff.journal.question')}
          size="row"
          value={ask}
          options={asks.map((value) => ({ value, text: say(`staff.journal.ask.${value}`) }))}
          onChange={setAsk}
        />
      </span>
      {FIELDS[ask]
        .filter((field) => field !== 'number' || entered.case !== '' || ask === 'life')
        .map((field) => (
          <QuestionField
            key={field}
            ask={ask}
            field={field}
            text={entered[field]}
            isWrong={wrong.includes(field)}
            reach={reach}
            onChange={(text) => change(field, text)}
          />
        ))}
      <Button type="submit" disabled={!request || isBusy} aria-busy={isBusy}>
        {say('staff.journal.send')}
      </Button>
    </form>
  );
}

interface QuestionFieldProps {
  ask: Ask;
  field: Field;
  text: string;
  isWrong: boolean;
  reach: Reach;
  onChange: (text: string) => void;
}

function QuestionField(properties: QuestionFieldProps) {
  const { say } = useTexts();
  const { ask, field, text, isWrong, reach, onChange } = properties;
  const none = { value: '', text: say('staff.all') };
  if (field === 'kind') {
    const kinds = ENTRY_KIND_NAMES.map((value) => ({ value, text: value }));
    return <Chosen field={field} text={text} options={[none, ...kinds]} onChange={onChange} />;
  }
  if (field === 'case') {
    const cases = (ask === 'life' ? LIVES : CASES).map((value) => ({
      value,
      text: say(`staff.journal.case.${value}`),
    }));
    return <Chosen field={field} text={text} options={[none, ...cases]} onChange={onChange} />;
  }
  if (field === 'market') return <MarketField text={text} onChange={onChange} />;
  if (field === 'until') return <Until text={text} reach={reach} onChange={onChange} />;
  return (
    <label className={journal.field}>
      {say(`staff.journal.field.${field}`)}
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
  const { say } = useTexts();
  const label = say(`staff.journal.field.${field}`);
  return (
    <span className={styles.filter}>
      <span className={styles.muted}>{label}</span>
      <Choice label={label} size="row" value={text} options={options} onChange={onChange} />
    </span>
  );
}

/** One that is listed: what is over is listed still. */
function MarketField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { say } = useTexts();
  const label = say('staff.journal.field.market');
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
