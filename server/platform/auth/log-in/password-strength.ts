/**
 * Password strength: an estimate of guesses, and a check against lists of leaked passwords. The form runs the same check
 * (client/src/kit/lib/password-strength.ts); the server never trusts its result.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import {
  isWeakPassword,
  PASSWORD_JUDGED_MAX,
  PASSWORD_SCORE_MIN,
  wordsToAvoid,
} from '../../../../shared/products/identity/rules/credentials';

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: PASSWORD_JUDGED_MAX });
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));

/** Whether a new password must be refused. `address` is the user name. */
export function isGuessable(password: string, address: string): boolean {
  if (isWeakPassword(password, address)) return true;
  if (COMMON_PASSWORDS.has(password.toLowerCase())) return true;
  return judge.check(password, wordsToAvoid(address)).score < PASSWORD_SCORE_MIN;
}
