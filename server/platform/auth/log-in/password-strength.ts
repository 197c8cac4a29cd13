/**
 * How soon a password would be guessed, and whether it is one of those that every list of broken ones begins with. The form judges
 * alike (client/src/shared/lib/password-strength.ts); what it says is never believed.
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
const BROKEN: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));

/** A new one that must not be taken. `address` is the one by which its user is known. */
export function isGuessable(password: string, address: string): boolean {
  if (isWeakPassword(password, address)) return true;
  if (BROKEN.has(password.toLowerCase())) return true;
  return judge.check(password, wordsToAvoid(address)).score < PASSWORD_SCORE_MIN;
}
