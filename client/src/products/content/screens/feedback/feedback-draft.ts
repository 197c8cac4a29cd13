/** Feedback before it is sent. */
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_TEXT_LENGTH_MAX,
  FEEDBACK_TEXT_LENGTH_MIN,
  type FeedbackCategory,
} from '../../../../../../shared/products/content/wire';

export const CONTACT_LENGTH_MAX = 254;

export interface Draft {
  category: FeedbackCategory;
  text: string;
  contact: string;
}

export interface DraftFaults {
  text?: 'feedback.too_short' | 'feedback.too_long';
  contact?: 'feedback.contact_too_long';
}

/** Validates a stored draft. */
export function isDraft(form: unknown): form is Draft {
  const { category, text, contact } = (form ?? {}) as Partial<Record<keyof Draft, unknown>>;
  const isKnown = FEEDBACK_CATEGORIES.some((knownCategory) => knownCategory === category);
  return isKnown && typeof text === 'string' && typeof contact === 'string';
}

/** Length as the server counts it: without surrounding white space. */
export function lengthOf(text: string): number {
  return text.trim().length;
}

export function faultsOf({ text, contact }: Draft): DraftFaults {
  const length = lengthOf(text);
  return {
    ...(length < FEEDBACK_TEXT_LENGTH_MIN ? { text: 'feedback.too_short' } : {}),
    ...(length > FEEDBACK_TEXT_LENGTH_MAX ? { text: 'feedback.too_long' } : {}),
    ...(lengthOf(contact) > CONTACT_LENGTH_MAX ? { contact: 'feedback.contact_too_long' } : {}),
  };
}

/** Request body; an empty contact is omitted. */
export function feedbackTextOf({ category, text, contact }: Draft) {
  return { category, text: text.trim(), ...(contact.trim() === '' ? {} : { contact: contact.trim() }) };
}
