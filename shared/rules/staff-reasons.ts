/**
 * Reasons of staff that a user reads: an id of this catalogue, translated into every language, and optional free text.
 * The string form is `reason/document_blurred` or `reason/document_blurred: the back side`. The id contains no personal
 * data.
 */

export const STAFF_REASONS = {
  feedback: ['feedback_noted', 'feedback_settled', 'feedback_duplicate', 'feedback_unclear', 'feedback_improper'],
  withdrawal: ['address_unsafe', 'details_wrong', 'identity_doubtful', 'source_unclear', 'user_asked'],
  recharge: ['not_received', 'amount_mismatch', 'sender_mismatch', 'source_unclear', 'user_asked'],
  deposit: ['deposit_elsewhere', 'deposit_not_shown', 'deposit_too_small', 'source_unclear', 'user_asked'],
  freeze: ['security_risk', 'under_inquiry', 'authority_order', 'terms_broken', 'source_unclear', 'user_asked'],
  verification: [
    'document_blurred',
    'document_expired',
    'document_mismatch',
    'document_unsuitable',
    'face_mismatch',
    'user_asked',
  ],
  position: ['market_disorder', 'under_inquiry', 'authority_order', 'user_asked'],
  /** Reasons for showing personal data in clear: the case that needed it. */
  show: [
    'show_verification',
    'show_withdrawal',
    'show_deposit',
    'show_feedback',
    'show_support',
    'show_security',
    'show_legal',
  ],
} as const satisfies Record<string, readonly string[]>;
export type ReasonedAct = keyof typeof STAFF_REASONS;
export type StaffReason = (typeof STAFF_REASONS)[ReasonedAct][number];

export const REASON_PREFIX = 'reason/';
const FORM = /^reason\/([a-z_]+)(?:: (\S[^]*))?$/;
const KNOWN: ReadonlySet<string> = new Set(Object.values(STAFF_REASONS).flat());

export interface ReasonGiven {
  id: StaffReason;
  /** Free text that staff added, or empty. */
  added: string;
}

export function reasonString({ id, added }: ReasonGiven): string {
  const addedText = added.trim();
  return `${REASON_PREFIX}${id}${addedText === '' ? '' : `: ${addedText}`}`;
}

/** Null for free text without a catalogue id, as in records older than the catalogue. */
export function reasonOf(reason: string): ReasonGiven | null {
  const [, id, added = ''] = FORM.exec(reason) ?? [];
  return id !== undefined && KNOWN.has(id) ? { id: id as StaffReason, added } : null;
}

/** Whether the reason is permitted for this act. */
export function isReasonFor(act: ReasonedAct, reason: string): boolean {
  const parsed = reasonOf(reason);
  return parsed !== null && (STAFF_REASONS[act] as readonly string[]).includes(parsed.id);
}

/** As text. `textOf` gives the catalogue's text of an id. */
export function reasonInWords(reason: string, textOf: (id: StaffReason) => string): string {
  const parsed = reasonOf(reason);
  if (parsed === null) return reason;
  return parsed.added === '' ? textOf(parsed.id) : `${textOf(parsed.id)} – ${parsed.added}`;
}
