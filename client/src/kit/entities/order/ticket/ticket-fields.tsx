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
  errors: readonly TicketFault<Name>[];
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
  const { ticket, context, draft, errors, isTold, available, before } = properties;
  const { t } = useTexts();
  const errorTextOf = useFaultWords();
  const shownFaults = errors.filter((error) => isShown(error, isTold, ticket.inputOf(draft, error.field)));
  const { onTyped, onStepped, onSlid } = useEdits(properties);
  const slid = ticket.slidField(context);
  return ticket.fields(context).map(({ name, label, unit, scale, beyond, step }) => {
    const error = shownFaults.find(({ field }) => field === name);
    return (
      <Fragment key={name}>
        {name === slid && before}
        <Field
          {...{ name, label: t(label), unit, scale, beyond, step, isTold, onTyped, onStepped }}
          value={ticket.inputOf(draft, name)}
          errorText={error && errorTextOf(error)}
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
  const latestProperties = useRef(properties);
  useEffect(() => {
    latestProperties.current = properties;
  });
  const onTyped = useCallback((name: string, input: Typed) => {
    const { ticket, context, onDraft } = latestProperties.current;
    onDraft((previous) => ticket.edited(previous, name as Name, input, context));
  }, []);
  const onStepped = useCallback(
    (name: string, step: string, steps: 1 | -1) => {
      const { ticket, draft, start } = latestProperties.current;
      const value = ticket.inputOf(draft, name as Name);
      // The arrow keys do not change an invalid number.
      if (value.kind === 'refused') return;
      onTyped(name, typedOf(stepped(decimalOfTyped(value) ?? start(), step, steps)));
    },
    [onTyped],
  );
  const onSlid = useCallback((percent: number) => {
    const { ticket, context, onDraft } = latestProperties.current;
    onDraft((previous) => ticket.atPercent(previous, percent, context));
  }, []);
  return { onTyped, onStepped, onSlid };
}

interface FieldProps extends Omit<NumberFieldProps, 'onChange' | 'onStep'> {
  step: string | undefined;
  onTyped: (name: string, input: Typed) => void;
  onStepped: (name: string, step: string, steps: 1 | -1) => void;
}

/** Memoised by content, as balances and prices change all the time. */
const Field = memo(function Field({ step, onTyped, onStepped, ...fieldProps }: FieldProps) {
  const { name } = fieldProps;
  return (
    <NumberField
      {...fieldProps}
      {...(step === undefined ? {} : { onStep: (steps: 1 | -1) => onStepped(name, step, steps) })}
      onChange={(input) => onTyped(name, input)}
    />
  );
});

/** Faults of untouched fields stay hidden. */
function isShown<Name extends string>(error: TicketFault<Name>, isTold: boolean, { kind }: Typed): boolean {
  return isTold || (error.kind === 'wrong' && error.isOfBalance && kind !== 'empty');
}

/** Text of a fault; undefined if the field shows it itself. */
function useFaultWords(): (error: TicketFault<string>) => string | undefined {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  return (error) => {
    switch (error.kind) {
      case 'missing':
        return t(error.text);
      case 'refused':
        return undefined;
      case 'wrong': {
        const errorText = serverText('code', error.code);
        if (!error.limit) return errorText;
        const { kind, value, asset } = error.limit;
        return `${errorText} ${t(`place.${kind}`, { amount: `${numbers.exact(value)} ${asset}` })}`;
      }
    }
  };
}
