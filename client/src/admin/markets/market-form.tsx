import { useState } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { MarketTermsAnswer } from '../../../../shared/wire/terms';
import { changesBetween } from '../../kit/entities/fee/term-changes';
import { useChangeMarketTermsMutation } from '../api/settings-api';
import { FieldRow } from '../act/field-row';
import { DECIMAL_LENGTH_MAX, type ActField } from '../act/fields';
import { useServerWords } from '../../kit/i18n/server-words';
import { useTexts } from '../../kit/i18n/use-texts';
import type { Typed } from '../../kit/lib/numbers/typed';
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
import { Panel } from '../../kit/ui/page/panel';
import { TermsForm, useTermsAct, useTermsForm } from './terms-form';

interface MarketFormProps {
  market: MarketRecord;
  answer: MarketTermsAnswer;
}

/** Form for changed terms and their start time. Old and new values are confirmed before sending. */
export function MarketForm({ market, answer }: MarketFormProps) {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const [draft, setDraft] = useState(UNTOUCHED);
  const form = useTermsForm();
  const { id, at, hasTried } = form;
  const [send] = useChangeMarketTermsMutation();
  const termsAct = useTermsAct();
  const base = termsAt(answer, at);
  const { change, terms, errors } = changeIn(draft, base, market);
  const errorTextOf = (error: Fault | undefined): string | null => {
    if (!hasTried || !error) return null;
    return error.kind === 'rising' ? t('staff.fees.rising') : serverText(error.kind, error.code);
  };
  const draw = (redrawn: (draft: MarketDraft) => MarketDraft) => {
    form.touched();
    setDraft(redrawn);
  };
  const enter = (name: string) => (input: Typed) =>
    draw((previous) => ({ ...previous, inputs: { ...previous.inputs, [name]: input } }));
  const act = () =>
    termsAct({
      ...{ label: market.label, consequence: t('staff.market.terms_consequence'), at },
      approvalRule: 'ChangeMarketTerms',
      details: changesBetween(base, terms, { numbers, base: market.base, quote: market.quote, level: null }).map(
        ({ term, before, after }) => [t(`terms.${term}`), `${before} → ${after}`] as const,
      ),
      send: (request) => send({ ...request, market: market.name, ...change }),
      onDone: () => {
        setDraft(UNTOUCHED);
        form.clear();
      },
    });
  const isUnchanged = Object.keys(change).length === 0;
  const fieldOf = (name: NumberTerm): ActField => ({
    name,
    label: t(`terms.${name}`),
    kind: name === 'openOrdersMax' ? 'whole' : 'decimal',
    ...unitOf(name, market),
    lengthMax: DECIMAL_LENGTH_MAX,
  });
  return (
    <Panel title={t('staff.terms.change')} level={2}>
      <TermsForm {...{ form, errors, act }} refusal={isUnchanged ? serverText('code', 'terms.unchanged') : null}>
        <FeeFields
          id={id}
          market={market}
          base={base}
          draft={draft}
          onDraft={draw}
          faultOf={(name) => errorTextOf(errors[name])}
        />
        <fieldset>
          <legend>{t('staff.terms.limits')}</legend>
          {NUMBERS.map((name) => (
            <FieldRow
              key={name}
              id={`${id}-${name}`}
              field={{ ...fieldOf(name), label: labelled(fieldOf(name)) }}
              value={shownIn(draft, base, name)}
              errorText={errorTextOf(errors[name])}
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
