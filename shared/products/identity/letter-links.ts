/**
 * Links in e-mails, with which the recipient stops a withdrawal or the whole account without a log-in. Opening a link
 * changes nothing, since mail scanners open every link. Only the page's button acts, once.
 */
import { z } from 'zod';
import { decimal, epochMs } from '../../wire/fields';
import type { Route } from '../../wire/route';
import { WITHDRAWAL_STATUSES } from '../wallet/wire';

/** Path of the page. The link's secret is in the fragment, which browsers do not send. */
export const LETTER_LINK_PATH = '/securityLink';

const TOKEN_LENGTH = 43;
const token = z
  .string()
  .length(TOKEN_LENGTH)
  .regex(/^[A-Za-z0-9_-]+$/)
  .meta({ description: 'what stands behind the # of the link' });

export const letterLink = z.object({
  /** The account's e-mail or phone, masked. */
  account: z.string(),
  expiresAt: epochMs,
  frozen: z.boolean(),
  /** The withdrawal that the e-mail was about; null if it was about the account. */
  withdrawal: z
    .object({
      asset: z.string(),
      amount: decimal,
      /** Shortened. */
      destination: z.string(),
      status: z.enum(WITHDRAWAL_STATUSES),
      /** Whether it can still be cancelled. */
      cancellable: z.boolean(),
    })
    .nullable(),
});
export type LetterLinkRecord = z.infer<typeof letterLink>;

export const lookRequest = z.strictObject({ token });
export const actRequest = z.strictObject({
  token,
  act: z.enum(['cancel', 'freeze']).meta({
    description: 'end the withdrawal, or freeze the account and end the withdrawal where that is possible still',
  }),
});
export type LetterActRequest = z.infer<typeof actRequest>;
export const letterActed = z.object({ frozen: z.boolean(), cancelled: z.boolean() });
export type LetterActed = z.infer<typeof letterActed>;

export const LETTER_LINK_ROUTES = {
  look: {
    method: 'POST',
    path: '/exchange/app/letterLink/look',
    summary: 'What the link of a letter is good for; changes nothing',
    access: 'public',
    rate: 'logins',
    body: lookRequest,
    answer: letterLink,
  },
  act: {
    method: 'POST',
    path: '/exchange/app/letterLink/act',
    summary: 'End the withdrawal or freeze the account by the link of a letter, once',
    access: 'public',
    rate: 'logins',
    body: actRequest,
    answer: letterActed,
  },
} as const satisfies Record<string, Route>;
