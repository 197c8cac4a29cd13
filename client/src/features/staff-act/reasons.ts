/** A reason that a user reads: chosen from the catalogue, with words added as they are. */
import {
  STAFF_REASONS,
  reasonOf,
  reasonString,
  type ReasonedAct,
  type StaffReason,
} from '../../../../shared/rules/staff-reasons';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import type { Entered } from './act-dialog';
import { REASON_LENGTH_MAX, type ActField } from './fields';

/** With the longest id before it, the whole stays within what a request's reason may have. */
const ADDED_LENGTH_MAX = REASON_LENGTH_MAX - 40;

interface ReasonFields {
  fields: ActField[];
  /** As the request has it. */
  reasonFrom: (entered: Entered) => string;
}

/** Two fields, and the one reason that they make. `initial`: what another has given already. */
export function useReasonFields(
  act: ReasonedAct,
): (options?: { initial?: string | null; hint?: string }) => ReasonFields {
  const { say } = useTexts();
  const words = useServerWords();
  return ({ initial = null, hint } = {}) => {
    const given = initial === null ? null : reasonOf(initial);
    const added = given === null ? (initial ?? '') : given.added;
    // None is chosen before somebody does: what is read as a reason must be meant.
    const choices = ['', ...STAFF_REASONS[act]].map((id) => ({
      value: id,
      text: id === '' ? '—' : words('staffReason', id),
    }));
    return {
      fields: [
        {
          name: 'reason',
          label: say('staff.reason'),
          kind: 'line',
          lengthMax: REASON_LENGTH_MAX,
          choices,
          ...(given === null ? {} : { initial: given.id }),
          ...(hint === undefined ? {} : { hint }),
        },
        {
          name: 'added',
          label: say('staff.reason_added'),
          kind: 'lines',
          lengthMax: ADDED_LENGTH_MAX,
          isOptional: true,
          ...(added === '' ? {} : { initial: added }),
        },
      ],
      reasonFrom: ({ reason, added: more = '' }) => reasonString({ id: reason as StaffReason, added: more }),
    };
  };
}
