/** Form rules with the exchange's texts, from `shared/rules` like the server's. */
import {
  PASSWORD_LENGTH_MAX,
  isWeakFundPassword,
  isWeakPassword,
  PASSWORD_SCORE_MIN,
  normalEmail,
} from '../../../../../shared/products/identity/rules/credentials';
import { nameFault } from '../../../../../shared/products/content/rules/plain-text';
import type { Channel } from '../../../../../shared/products/identity/security';
import { strengthOf } from '../../lib/password-strength';

export type MessageLookup = (kind: 'code' | 'field', code: string) => string;

type Judged = string | undefined;

/**
 * Returns the fault of a value, or undefined. An empty text is a fault whose message the control shows itself. An empty field is passed as
 * undefined; `values` holds the whole form.
 */
export interface Rule<Value> {
  (value: Value | undefined, values: object): Judged | Promise<Judged>;
  /** For assistive technology. */
  isRequired?: boolean;
}

/** Mailed and authenticator codes have six digits; recovery codes are longer. */
const CODE_LENGTH_MIN = 6;

/** A plausible e-mail address or phone number. */
export function addressRules(channel: Channel, serverText: MessageLookup): Rule<string>[] {
  const couldExist = channel === 'email' ? isEmail : isPhone;
  return [
    required(serverText),
    async (address = '') => ((await couldExist(address)) ? undefined : serverText('code', `${channel}.format.error`)),
  ];
}

function isEmail(address: string): boolean {
  return normalEmail(address) !== null;
}

/** Loads all countries' formats with the first number; if that fails, the server checks. */
async function isPhone(address: string): Promise<boolean> {
  try {
    const { normalPhone } = await import('../../../../../shared/products/identity/phone');
    return normalPhone(address) !== null;
  } catch {
    return true;
  }
}

/** Optional public name. */
export function publicName(serverText: MessageLookup): Rule<string> {
  return (name = '') => {
    const errorCode = nameFault(name.trim());
    return errorCode === null ? undefined : serverText('field', errorCode);
  };
}

/** Not blank. */
export function required(serverText: MessageLookup): Rule<string> {
  return requiredBy((text) => (text?.trim() ?? '') !== '', serverText('field', 'required'));
}

/** Passwords may contain any character, including only spaces. */
export function requiredPassword(serverText: MessageLookup): Rule<string> {
  return requiredBy((password) => (password ?? '') !== '', serverText('field', 'required'));
}

/** One of the options. */
export function requiredChoice(missing: string): Rule<string> {
  return requiredBy((choice) => choice !== undefined, missing);
}

export function requiredBy<Value>(isThere: (value: Value | undefined) => boolean, missing: string): Rule<Value> {
  return Object.assign((value: Value | undefined) => (isThere(value) ? undefined : missing), { isRequired: true });
}

export function codeRules(serverText: MessageLookup): Rule<string>[] {
  return [
    required(serverText),
    (code = '') => (code.trim().length >= CODE_LENGTH_MIN ? undefined : serverText('field', 'too.short')),
  ];
}

export function newPasswordRules(serverText: MessageLookup): Rule<string>[] {
  return [
    requiredPassword(serverText),
    async (password = '', values) => {
      if (password.length > PASSWORD_LENGTH_MAX) return serverText('field', 'too.long');
      const addressInput = textIn(values, 'address').trim();
      const address = normalEmail(addressInput) ?? addressInput;
      if (isWeakPassword(password, address)) return serverText('code', 'password.too.weak');
      // If the dictionaries fail to load, only the server checks.
      const strength = await strengthOf(password, address).catch(() => PASSWORD_SCORE_MIN);
      return strength < PASSWORD_SCORE_MIN ? serverText('code', 'password.too.weak') : undefined;
    },
  ];
}

export function newFundPasswordRules(serverText: MessageLookup): Rule<string>[] {
  return [
    requiredPassword(serverText),
    (password = '') => {
      if (password.length > PASSWORD_LENGTH_MAX) return serverText('field', 'too.long');
      return isWeakFundPassword(password) ? serverText('code', 'fund.password.too.weak') : undefined;
    },
  ];
}

/** Rules for a repetition of `field`. */
export function repeatRules(serverText: MessageLookup, differ: string, field = 'password'): Rule<string>[] {
  return [requiredPassword(serverText), (repeat, values) => (repeat === textIn(values, field) ? undefined : differ)];
}

export function agreementRule(missing: string): Rule<boolean> {
  return (isAgreed) => (isAgreed ? undefined : missing);
}

/** Text of another field of the form. */
export function textIn(values: object, name: string): string {
  const value: unknown = Reflect.get(values, name);
  return typeof value === 'string' ? value : '';
}
