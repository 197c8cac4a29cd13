import { Fragment, memo, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { decimalOfTyped, typedOf, type Typed } from '../../../shared/lib/numbers/typed';
import { stepped } from '../order-terms';
import { NumberField, type NumberFieldProps } from './number-field';
import { Slider } from './slider';
import type { TicketFault, TicketKind } from './ticket-kind';

interface TicketFieldsProps<Context, Draft, Name extends string> {
  ticket: TicketKind<Context, Draft, Name, unknown>;
  context: Context;
  draft: Draft;
  faults: readonly TicketFault<Name>[];
  /** Somebody has tried to send it. */
  isTold: boolean;
  /** What the slider is a share of; null disables it. */
  available: string | null;
  /** Where an arrow key begins in an empty field. */
  start: () => string;
  /** Between the fields, where some are missing. */
  before?: ReactNode;
  onDraft: (change: (draft: Draft) => Draft) => void;
}

/** The fields of any ticket, as it says they are, with the slider among them. */
export function TicketFields<Context, Draft, Name extends string>(properties: TicketFieldsProps<Context, Draft, Name>) {
  const { ticket, context, draft, faults, isTold, available, before } = properties;
  const { say } = useTexts();
  const saidOf = useFaultWords();
  const told = faults.filter((fault) => isShown(fault, isTold, ticket.typed(draft, fault.field)));
  const { onTyped, onStepped, onSlid } = useEdits(properties);
  const slid = ticket.slidField(context);
  return ticket.fields(context).map(({ name, label, unit, scale, beyond, step }) => {
    const fault = told.find(({ field }) => field === name);
    return (
      <Fragment key={name}>
        {name === slid && before}
        <Field
          {...{ name, label: say(label), unit, scale, beyond, step, isTold, onTyped, onStepped }}
          value={ticket.typed(draft, name)}
          fault={fault && saidOf(fault)}
        />
        {name === slid && (
          <Slider
            label={say('place.percent')}
            value={ticket.percentShown(draft, context)}
            isDisabled={available === null || compare(available, '0') <= 0}
            onChange={onSlid}
          />
        )}
      </Fragment>
    );
  });
}

/** What a user does to the fields, by what the form is at that moment: the same functions for as long as it is there. */
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
      // What is no number is the user's to mend.
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

/** Balances and prices move beside it all the time: it is rendered again when it says something else. */
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

/** Nobody is told off for what they have not typed yet. */
function isShown<Name extends string>(fault: TicketFault<Name>, isTold: boolean, { kind }: Typed): boolean {
  return isTold || (fault.kind === 'wrong' && fault.isOfBalance && kind !== 'empty');
}

/** What is wrong, in words; undefined where the field says so itself. */
function useFaultWords(): (fault: TicketFault<string>) => string | undefined {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  return (fault) => {
    switch (fault.kind) {
      case 'missing':
        return say(fault.text);
      case 'refused':
        return undefined;
      case 'wrong': {
        const said = words('code', fault.code);
        if (!fault.limit) return said;
        const { kind, value, asset } = fault.limit;
        return `${said} ${say(`place.${kind}`, { amount: `${numbers.exact(value)} ${asset}` })}`;
      }
    }
  };
}
