/** Rules of form fields, with the words of the exchange. They are the server's own, from `shared/rules`. */
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

export type Say = (kind: 'code' | 'field', code: string) => string;

type Judged = string | undefined;

/**
 * The fault of a value, or undefined. An empty text is a fault whose words the control itself shows. A field that holds nothing
 * is judged as undefined; `values` are those of the whole form.
 */
export interface Rule<Value> {
  (value: Value | undefined, values: object): Judged | Promise<Judged>;
  /** For assistive technology. */
  isRequired?: boolean;
}

/** A code is mailed with six digits; one of the authenticator has as many, a recovery code has more. */
const CODE_LENGTH_MIN = 6;

/** An e-mail or a phone number that could exist. */
export function addressRules(channel: Channel, words: Say): Rule<string>[] {
  const couldExist = channel === 'email' ? isEmail : isPhone;
  return [
    required(words),
    async (address = '') => ((await couldExist(address)) ? undefined : words('code', `${channel}.format.error`)),
  ];
}

function isEmail(address: string): boolean {
  return normalEmail(address) !== null;
}

/** The formats of all countries are loaded with the first number; if that fails, the server judges. */
async function isPhone(address: string): Promise<boolean> {
  try {
    const { normalPhone } = await import('../../../../../shared/products/identity/phone');
    return normalPhone(address) !== null;
  } catch {
    return true;
  }
}

/** An optional public name. */
export function publicName(words: Say): Rule<string> {
  return (name = '') => {
    const fault = nameFault(name.trim());
    return fault === null ? undefined : words('field', fault);
  };
}

/** More than blanks. */
export function required(words: Say): Rule<string> {
  return requiredBy((text) => (text?.trim() ?? '') !== '', words('field', 'required'));
}

/** Any character may be in a password: one of blanks is one. */
export function requiredPassword(words: Say): Rule<string> {
  return requiredBy((password) => (password ?? '') !== '', words('field', 'required'));
}

/** One of the options. */
export function requiredChoice(missing: string): Rule<string> {
  return requiredBy((choice) => choice !== undefined, missing);
}

export function requiredBy<Value>(isThere: (value: Value | undefined) => boolean, missing: string): Rule<Value> {
  return Object.assign((value: Value | undefined) => (isThere(value) ? undefined : missing), { isRequired: true });
}

export function codeRules(words: Say): Rule<string>[] {
  return [
    required(words),
    (code = '') => (code.trim().length >= CODE_LENGTH_MIN ? undefined : words('field', 'too.short')),
  ];
}

export function newPasswordRules(words: Say): Rule<string>[] {
  return [
    requiredPassword(words),
    async (password = '', values) => {
      if (password.length > PASSWORD_LENGTH_MAX) return words('field', 'too.long');
      const typed = textIn(values, 'address').trim();
      const address = normalEmail(typed) ?? typed;
      if (isWeakPassword(password, address)) return words('code', 'password.too.weak');
      // Without the words of the judge the server judges alone.
      const strength = await strengthOf(password, address).catch(() => PASSWORD_SCORE_MIN);
      return strength < PASSWORD_SCORE_MIN ? words('code', 'password.too.weak') : undefined;
    },
  ];
}

export function newFundPasswordRules(words: Say): Rule<string>[] {
  return [
    requiredPassword(words),
    (password = '') => {
      if (password.length > PASSWORD_LENGTH_MAX) return words('field', 'too.long');
      return isWeakFundPassword(password) ? words('code', 'fund.password.too.weak') : undefined;
    },
  ];
}

/** The same once more. */
export function repeatRules(words: Say, differ: string, field = 'password'): Rule<string>[] {
  return [requiredPassword(words), (repeat, values) => (repeat === textIn(values, field) ? undefined : differ)];
}

export function agreementRule(missing: string): Rule<boolean> {
  return (isAgreed) => (isAgreed ? undefined : missing);
}

/** Another field of the form. */
export function textIn(values: object, name: string): string {
  const value: unknown = Reflect.get(values, name);
  return typeof value === 'string' ? value : '';
}
