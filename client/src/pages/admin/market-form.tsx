import { useId, useState, type FormEvent } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { MarketTermsAnswer, MarketTermsRecord } from '../../../../shared/wire/terms';
import { changesBetween } from '../../entities/fee/term-changes';
import { useChangeMarketTermsMutation } from '../../entities/staff/settings-api';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { FieldRow } from '../../features/staff-act/field-row';
import { DECIMAL_LENGTH_MAX, REASON_LENGTH_MAX, timeOf, type ActField } from '../../features/staff-act/fields';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import type { Typed } from '../../shared/lib/typed';
import { dateAndTime } from '../../shared/lib/format';
import styles from './desk.module.css';
import { FeeFields } from './fee-fields';
import { FromField } from './from-field';
import {
  changeIn,
  NUMBERS,
  shownIn,
  termsAt,
  UNTOUCHED,
  type Fault,
  type MarketDraft,
  type NumberTerm,
} from './market-draft';
import { Panel } from '../../shared/ui/panel';

interface MarketFormProps {
  market: MarketRecord;
  answer: MarketTermsAnswer;
}

/** What is to be otherwise, and from when; shown once more, old and new, before it is sent. */
export function MarketForm({ market, answer }: MarketFormProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const id = useId();
  const [draft, setDraft] = useState(UNTOUCHED);
  const [from, setFrom] = useState('');
  const [hasTried, setTried] = useState(false);
  const [remark, setRemark] = useState('');
  const [act, setAct] = useState<Act | null>(null);
  const actOf = useAct(market, () => {
    setDraft(UNTOUCHED);
    setFrom('');
    setTried(false);
  });
  const at = timeOf(from);
  const base = termsAt(answer, at);
  const { change, terms, faults } = changeIn(draft, base, market);
  const said = (fault: Fault | undefined): string | null => {
    if (!hasTried || !fault) return null;
    return fault.kind === 'rising' ? say('staff.fees.rising') : words(fault.kind, fault.code);
  };
  const draw = (redrawn: (draft: MarketDraft) => MarketDraft) => {
    setRemark('');
    setDraft(redrawn);
  };
  const enter = (name: string) => (typed: Typed) =>
    draw((known) => ({ ...known, entered: { ...known.entered, [name]: typed } }));
  const press = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(faults);
    if (first !== undefined) return document.getElementById(`${id}-${first}`)?.focus();
    if (Object.keys(change).length === 0) return setRemark(words('code', 'terms.unchanged'));
    setAct(actOf({ base, change, terms, at }));
  };
  const fieldOf = (name: NumberTerm): ActField => ({
    name,
    label: say(`terms.${name}`),
    kind: name === 'openOrdersMax' ? 'whole' : 'decimal',
    ...unitOf(name, market),
    lengthMax: DECIMAL_LENGTH_MAX,
  });
  return (
    <Panel title={say('staff.terms.change')} level={2}>
      <form className={styles.terms} noValidate onSubmit={press}>
        <FeeFields
          id={id}
          market={market}
          base={base}
          draft={draft}
          onDraft={draw}
          faultOf={(name) => said(faults[name])}
        />
        <fieldset>
          <legend>{say('staff.terms.limits')}</legend>
          {NUMBERS.map((name) => (
            <FieldRow
              key={name}
              id={`${id}-${name}`}
              field={{ ...fieldOf(name), label: labelled(fieldOf(name)) }}
              value={shownIn(draft, base, name)}
              fault={said(faults[name])}
              isTold={hasTried}
              onChange={(value) => typeof value !== 'string' && enter(name)(value)}
            />
          ))}
        </fieldset>
        <FromField
          id={`${id}-from`}
          value={from}
          isTold={hasTried}
          onChange={(entered) => {
            setRemark('');
            setFrom(entered);
          }}
        />
        <p role="alert" className={styles.fault}>
          {remark}
        </p>
        <button type="submit" className={styles.primary}>
          {say('staff.terms.preview')}
        </button>
      </form>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

interface Preview {
  base: MarketTermsRecord;
  change: Partial<MarketTermsRecord>;
  terms: MarketTermsRecord;
  at: number | null;
}

/** The change once more, old and new. */
function useAct(market: MarketRecord, onDone: () => void): (preview: Preview) => Act {
  const { say, numbers } = useTexts();
  const [send] = useChangeMarketTermsMutation();
  const { name, label, base: coin, quote } = market;
  return ({ base, change, terms, at }) => ({
    title: `${say('staff.terms.change')} – ${label}`,
    consequence: say('staff.market.terms_consequence'),
    facts: [
      [say('staff.from'), at === null ? say('staff.from.at_once') : dateAndTime(at)],
      ...changesBetween(base, terms, { numbers, base: coin, quote, level: null }).map(
        ({ term, before, after }) => [say(`terms.${term}`), `${before} → ${after}`] as const,
      ),
    ],
    fields: [{ name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX }],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: ({ reason }, clientId) =>
      send({ clientId, market: name, ...(at === null ? {} : { from: at }), reason, ...change }),
    onDone,
  });
}

function unitOf(name: NumberTerm, { base, quote }: MarketRecord): { unit?: string } {
  switch (name) {
    case 'quantityMin':
    case 'quantityMax':
      return { unit: base };
    case 'notionalMin':
    case 'priceLowest':
    case 'priceHighest':
    case 'referencePrice':
      return { unit: quote };
    case 'bandPpb':
      return { unit: '%' };
    case 'openOrdersMax':
      return {};
  }
}

function labelled({ label, unit }: ActField): string {
  return unit ? `${label} (${unit})` : label;
}
