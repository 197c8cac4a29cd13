import { Fragment, memo, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useServerWords } from '../../../i18n/server-words';
import { useTexts } from '../../../i18n/use-texts';
import { compare } from '../../../lib/numbers/exact';
import { decimalOfTyped, typedOf, type Typed } from '../../../lib/numbers/typed';
import { stepped } from '../order-terms';
import { NumberField, type NumberFieldProps } from './number-field';
import { Slider } from './slider';
import type { TicketFault, TicketKind } from './ticket-kind';

interface TicketFieldsProps<Context, Draft, Name extends string> {
  ticket: TicketKind<Context, Draft, Name, unknown>;
  context: Context;
  draft: Draft;
  faults: readonly TicketFault<Name>[];
  /** The user has tried to send it. */
  isTold: boolean;
  /** Amount of which the slider is a share; null disables it. */
  available: string | null;
  /** Start value of the arrow keys in an empty field. */
  start: () => string;
  /** Replaces missing fields, such as the price of a market order. */
  before?: ReactNode;
  onDraft: (change: (draft: Draft) => Draft) => void;
}

/** All fields of a ticket as its kind defines them, with the slider. */
export function TicketFields<Context, Draft, Name extends string>(properties: TicketFieldsProps<Context, Draft, Name>) {
  const { ticket, context, draft, faults, isTold, available, before } = properties;
  const { t } = useTexts();
  const saidOf = useFaultWords();
  const shownFaults = faults.filter((fault) => isShown(fault, isTold, ticket.typed(draft, fault.field)));
  const { onTyped, onStepped, onSlid } = useEdits(properties);
  const slid = ticket.slidField(context);
  return ticket.fields(context).map(({ name, label, unit, scale, beyond, step }) => {
    const fault = shownFaults.find(({ field }) => field === name);
    return (
      <Fragment key={name}>
        {name === slid && before}
        <Field
          {...{ name, label: t(label), unit, scale, beyond, step, isTold, onTyped, onStepped }}
          value={ticket.typed(draft, name)}
          fault={fault && saidOf(fault)}
        />
        {name === slid && (
          <Slider
            label={t('place.percent')}
            value={ticket.percentShown(draft, context)}
            isDisabled={available === null || compare(available, '0') <= 0}
            onChange={onSlid}
          />
        )}
      </Fragment>
    );
  });
}

/** Edit functions for the fields. They use the form's latest state, and stay the same while mounted. */
function useEdits<Context, Draft, Name extends string>(properties: TicketFieldsProps<Context, Draft, Name>) {
  const latest = useRef(properties);
  useEffect(() => {
    latest.current = properties;
  });
  const onTyped = useCallback((name: string, typed: Typed) => {
    const { ticket, context, onDraft } = latest.current;
    onDraft((known) => ticket.edited(known, name as Name, typed, context));
  }, []);
  const onStepped = useCallback(
    (name: string, step: string, steps: 1 | -1) => {
      const { ticket, draft, start } = latest.current;
      const value = ticket.typed(draft, name as Name);
      // The arrow keys do not change an invalid number.
      if (value.kind === 'refused') return;
      onTyped(name, typedOf(stepped(decimalOfTyped(value) ?? start(), step, steps)));
    },
    [onTyped],
  );
  const onSlid = useCallback((percent: number) => {
    const { ticket, context, onDraft } = latest.current;
    onDraft((known) => ticket.atPercent(known, percent, context));
  }, []);
  return { onTyped, onStepped, onSlid };
}

interface FieldProps extends Omit<NumberFieldProps, 'onChange' | 'onStep'> {
  step: string | undefined;
  onTyped: (name: string, typed: Typed) => void;
  onStepped: (name: string, step: string, steps: 1 | -1) => void;
}

/** Memoised by content, as balances and prices change all the time. */
const Field = memo(function Field({ step, onTyped, onStepped, ...shown }: FieldProps) {
  const { name } = shown;
  return (
    <NumberField
      {...shown}
      {...(step === undefined ? {} : { onStep: (steps: 1 | -1) => onStepped(name, step, steps) })}
      onChange={(typed) => onTyped(name, typed)}
    />
  );
});

/** Faults of untouched fields stay hidden. */
function isShown<Name extends string>(fault: TicketFault<Name>, isTold: boolean, { kind }: Typed): boolean {
  return isTold || (fault.kind === 'wrong' && fault.isOfBalance && kind !== 'empty');
}

/** Text of a fault; undefined if the field shows it itself. */
function useFaultWords(): (fault: TicketFault<string>) => string | undefined {
  const { t, numbers } = useTexts();
  const words = useServerWords();
  return (fault) => {
    switch (fault.kind) {
      case 'missing':
        return t(fault.text);
      case 'refused':
        return undefined;
      case 'wrong': {
        const said = words('code', fault.code);
        if (!fault.limit) return said;
        const { kind, value, asset } = fault.limit;
        return `${said} ${t(`place.${kind}`, { amount: `${numbers.exact(value)} ${asset}` })}`;
      }
    }
  };
}
