/**
 * Preferences for a user's screens: starred markets, layouts, switches. They are stored with the account, so that they
 * follow the user to other devices. Only the client interprets them; the exchange does not depend on them.
 */
import { z } from 'zod';
import type { Route } from '../../wire/route';

export const CHOICE_KEY_LENGTH_MAX = 80;
export const CHOICE_LENGTH_MAX = 8_000;
/** Per call. */
export const CHOICES_SAVED_MAX = 50;

/** A letter, then letters, digits, dots, dashes and underscores. */
const key = z
  .string()
  .max(CHOICE_KEY_LENGTH_MAX)
  .regex(/^[A-Za-z][A-Za-z0-9._-]*$/);
const choice = z.string().max(CHOICE_LENGTH_MAX);

export const choices = z.record(z.string(), z.string());
export type Choices = z.infer<typeof choices>;

export const saveChoicesRequest = z.strictObject({
  /** Null removes a choice. Choices that are not named stay unchanged. */
  choices: z
    .record(key, choice.nullable())
    .refine((requested) => Object.keys(requested).length <= CHOICES_SAVED_MAX, `at most ${CHOICES_SAVED_MAX} at once`),
});

export const CHOICES_ROUTES = {
  own: {
    method: 'GET',
    path: '/exchange/app/account/choices',
    summary: 'How the user likes the screens, by key',
    access: 'user',
    answer: z.object({ choices }),
  },
  save: {
    method: 'POST',
    path: '/exchange/app/account/saveChoices',
    summary: 'Keeps or takes back some choices; of the same key the last one counts',
    access: 'user',
    body: saveChoicesRequest,
    failure: 'save.failed',
    answer: z.null(),
  },
} satisfies Record<string, Route>;
