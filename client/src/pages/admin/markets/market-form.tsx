import { useState } from 'react';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { MarketTermsAnswer } from '../../../../../shared/wire/terms';
import { changesBetween } from '../../../entities/fee/term-changes';
import { useChangeMarketTermsMutation } from '../../../entities/staff/settings-api';
import { FieldRow } from '../../../features/staff-act/field-row';
import { DECIMAL_LENGTH_MAX, type ActField } from '../../../features/staff-act/fields';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import type { Typed } from '../../../shared/lib/numbers/typed';
import { FeeFields } from './fee-fields';
import {
  changeIn,
  NUMBERS,
  shownIn,
  termsAt,
  UNTOUCHED,
  type Fault,
  type MarketDraft,
  type NumberTerm,
} from '../parts/market-draft';
import { Panel } from '../../../shared/ui/page/panel';
import { TermsForm, useTermsAct, useTermsForm } from './terms-form';

interface MarketFormProps {
  market: MarketRecord;
  answer: MarketTermsAnswer;
}

/** What is to be otherwise, and from when; shown once more, old and new, before it is sent. */
export function MarketForm({ market, answer }: MarketFormProps) {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const [draft, setDraft] = useState(UNTOUCHED);
  const form = useTermsForm();
  const { id, at, hasTried } = form;
  const [send] = useChangeMarketTermsMutation();
  const termsAct = useTermsAct();
  const base = termsAt(answer, at);
  const { change, terms, faults } = changeIn(draft, base, market);
  const said = (fault: Fault | undefined): string | null => {
    if (!hasTried || !fault) return null;
    return fault.kind === 'rising' ? say('staff.fees.rising') : words(fault.kind, fault.code);
  };
  const draw = (redrawn: (draft: MarketDraft) => MarketDraft) => {
    form.touched();
    setDraft(redrawn);
  };
  const enter = (name: string) => (typed: Typed) =>
    draw((known) => ({ ...known, entered: { ...known.entered, [name]: typed } }));
  const act = () =>
    termsAct({
      ...{ label: market.label, consequence: say('staff.market.terms_consequence'), at },
      takes: 'ChangeMarketTerms',
      facts: changesBetween(base, terms, { numbers, base: market.base, quote: market.quote, level: null }).map(
        ({ term, before, after }) => [say(`terms.${term}`), `${before} → ${after}`] as const,
      ),
      send: (sent) => send({ ...sent, market: market.name, ...change }),
      onDone: () => {
        setDraft(UNTOUCHED);
        form.clear();
      },
    });
  const isUnchanged = Object.keys(change).length === 0;
  const fieldOf = (name: NumberTerm): ActField => ({
    name,
    label: say(`terms.${name}`),
    kind: name === 'openOrdersMax' ? 'whole' : 'decimal',
    ...unitOf(name, market),
    lengthMax: DECIMAL_LENGTH_MAX,
  });
  return (
    <Panel title={say('staff.terms.change')} level={2}>
      <TermsForm {...{ form, faults, act }} refusal={isUnchanged ? words('code', 'terms.unchanged') : null}>
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
      </TermsForm>
    </Panel>
  );
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
