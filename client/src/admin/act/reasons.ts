/** A reason that the user will read: a choice of the catalogue with optional free text. */
import {
  STAFF_REASONS,
  reasonOf,
  reasonString,
  type ReasonedAct,
  type StaffReason,
} from '../../../../shared/rules/staff-reasons';
import { useServerWords } from '../../kit/i18n/server-words';
import { useTexts } from '../../kit/i18n/use-texts';
import type { Entered } from './act-dialog';
import { REASON_LENGTH_MAX, type ActField } from './fields';

/** Leaves room for the longest reason id within the request's maximum. */
const ADDED_LENGTH_MAX = REASON_LENGTH_MAX - 40;

interface ReasonFields {
  fields: ActField[];
  /** The reason as sent in the request. */
  reasonFrom: (input: Entered) => string;
}

/** Two fields that form one reason. `initial` is a reason already given by another. */
export function useReasonFields(
  act: ReasonedAct,
): (options?: { initial?: string | null; hint?: string }) => ReasonFields {
  const { t } = useTexts();
  const serverText = useServerWords();
  return ({ initial = null, hint } = {}) => {
    const initialReason = initial === null ? null : reasonOf(initial);
    const added = initialReason === null ? (initial ?? '') : initialReason.added;
    // Nothing is preselected, so that staff choose the reason deliberately.
    const choices = ['', ...STAFF_REASONS[act]].map((id) => ({
      value: id,
      text: id === '' ? '—' : serverText('staffReason', id),
    }));
    return {
      fields: [
        {
          name: 'reason',
          label: t('staff.reason'),
          kind: 'line',
          lengthMax: REASON_LENGTH_MAX,
          choices,
          ...(initialReason === null ? {} : { initial: initialReason.id }),
          ...(hint === undefined ? {} : { hint }),
        },
        {
          name: 'added',
          label: t('staff.reason_added'),
          kind: 'lines',
          lengthMax: ADDED_LENGTH_MAX,
          isOptional: true,
          ...(added === '' ? {} : { initial: added }),
        },
      ],
      reasonFrom: ({ reason, added: addedText = '' }) => reasonString({ id: reason as StaffReason, added: addedText }),
    };
  };
}
