import { Fragment, type ReactNode } from 'react';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/exact';
import { decimalOfTyped, typedOf, type Typed } from '../../../shared/lib/typed';
import { stepped } from '../order-terms';
import { NumberField } from './number-field';
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
  start: string;
  /** Between the fields, where some are missing. */
  before?: ReactNode;
  onDraft: (change: (draft: Draft) => Draft) => void;
}

/** The fields of any ticket, as it says they are, with the slider among them. */
export function TicketFields<Context, Draft, Name extends string>(properties: TicketFieldsProps<Context, Draft, Name>) {
  const { ticket, context, draft, faults, isTold, available, start, before, onDraft } = properties;
  const { say } = useTexts();
  const saidOf = useFaultWords();
  const told = faults.filter((fault) => isShown(fault, isTold, ticket.typed(draft, fault.field)));
  const change = (name: Name, typed: Typed) => onDraft((known) => ticket.edited(known, name, typed, context));
  const slid = ticket.slidField(context);
  return ticket.fields(context).map(({ name, label, unit, scale, beyond, step }) => {
    const value = ticket.typed(draft, name);
    const fault = told.find(({ field }) => field === name);
    const onStep = (steps: 1 | -1) => {
      // What is no number is the user's to mend.
      if (step === undefined || value.kind === 'refused') return;
      change(name, typedOf(stepped(decimalOfTyped(value) ?? start, step, steps)));
    };
    return (
      <Fragment key={name}>
        {name === slid && before}
        <NumberField
          {...{ name, label: say(label), unit, scale, beyond, value, isTold }}
          {...(step === undefined ? {} : { onStep })}
          fault={fault && saidOf(fault)}
          isFirstFault={told.at(0)?.field === name}
          onChange={(typed) => change(name, typed)}
        />
        {name === slid && (
          <Slider
            label={say('place.percent')}
            value={ticket.percentShown(draft, context)}
            isDisabled={available === null || compare(available, '0') <= 0}
            onChange={(percent) => onDraft((known) => ticket.atPercent(known, percent, context))}
          />
        )}
      </Fragment>
    );
  });
}

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
