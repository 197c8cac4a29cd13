/** Applies the events of conversions to the state. */
import type { Batch } from '../../../core/event';
import { postEntries } from '../../../core/evolve-helpers';
import type { CoreState } from '../../../core/state';
import type { Converted, DustConverted, DustTermsSet } from './events';
import { dustDayOf } from './state';

type Part = Pick<CoreState, 'convert'>;

/** The money was moved by the preceding orders and trades. */
export function convert({ convert: state }: Part, { conversion }: Converted): void {
  state.next = conversion + 1;
}

export function convertDust(state: CoreState, event: DustConverted, batch: Pick<Batch, 'at'>): void {
  postEntries(state, event.entries);
  noteDust(state, event, batch);
}

export function noteDust(
  { convert: state }: Part,
  { conversion, user, received }: DustConverted,
  { at }: Pick<Batch, 'at'>,
): void {
  const day = dustDayOf(at);
  state.next = conversion + 1;
  if (state.today?.day !== day) {
    state.today = { day, paid: 0n };
    state.users.clear();
  }
  state.today.paid += received;
  state.users.add(user);
}

export function setDustTerms({ convert: state }: Part, { type: _, reason: __, ...terms }: DustTermsSet): void {
  state.terms = terms;
}
