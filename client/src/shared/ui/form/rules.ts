/** What the fields of forms are held to, in the words of the exchange: the rules are the server's own. */
import type { Rule } from 'antd/es/form';
import {
  PASSWORD_LENGTH_MAX,
  isWeakFundPassword,
  isWeakPassword,
  PASSWORD_SCORE_MIN,
  normalEmail,
} from '../../../../../shared/rules/credentials';
import type { Channel } from '../../../../../shared/wire/security';
import { strengthOf } from '../../lib/password-strength';

export type Say = (kind: 'code' | 'field', code: string) => string;

/** A code is mailed with six digits; one of the authenticator has as many, a recovery code has more. */
const CODE_LENGTH_MIN = 6;

/** An e-mail or a phone number that could exist. */
export function addressRules(channel: Channel, words: Say): Rule[] {
  const couldExist = channel === 'email' ? isEmail : isPhone;
  return [
    required(words),
    {
      validator: async (_, address: string = '') => {
        if (address.trim() === '' || (await couldExist(address))) return;
        await wrong(words('code', `${channel}.format.error`));
      },
    },
  ];
}

function isEmail(address: string): boolean {
  return normalEmail(address) !== null;
}

/** What the numbers of every country look like is loaded with the first of them; where that fails the server judges. */
async function isPhone(address: string): Promise<boolean> {
  try {
    const { normalPhone } = await import('../../../../../shared/wire/phone');
    return normalPhone(address) !== null;
  } catch {
    return true;
  }
}

export function required(words: Say): Rule {
  return { required: true, whitespace: true, message: words('field', 'required') };
}

/** `whitespace` would judge a password of blanks: any character may be in one. */
export function requiredPassword(words: Say): Rule {
  return { required: true, message: words('field', 'required') };
}

export function codeRules(words: Say): Rule[] {
  return [
    required(words),
    {
      validator: (_, code: string = '') =>
        code.trim() === '' || code.trim().length >= CODE_LENGTH_MIN ? fine() : wrong(words('field', 'too.short')),
    },
  ];
}

export function newPasswordRules(words: Say): Rule[] {
  return [
    requiredPassword(words),
    ({ getFieldValue }) => ({
      validator: async (_, password: string = '') => {
        if (password === '') return;
        if (password.length > PASSWORD_LENGTH_MAX) return wrong(words('field', 'too.long'));
        const typed = ((getFieldValue('address') as string | undefined) ?? '').trim();
        const address = normalEmail(typed) ?? typed;
        if (isWeakPassword(password, address)) return wrong(words('code', 'password.too.weak'));
        // Without the words of the judge the server judges alone.
        const strength = await strengthOf(password, address).catch(() => PASSWORD_SCORE_MIN);
        if (strength < PASSWORD_SCORE_MIN) return wrong(words('code', 'password.too.weak'));
      },
    }),
  ];
}

export function newFundPasswordRules(words: Say): Rule[] {
  return [
    requiredPassword(words),
    {
      validator: (_, password: string = '') => {
        if (password === '') return fine();
        if (password.length > PASSWORD_LENGTH_MAX) return wrong(words('field', 'too.long'));
        return isWeakFundPassword(password) ? wrong(words('code', 'fund.password.too.weak')) : fine();
      },
    },
  ];
}

/** The same once more. */
export function repeatRules(words: Say, differ: string, field = 'password'): Rule[] {
  return [
    requiredPassword(words),
    ({ getFieldValue }) => ({
      validator: (_, repeat: string = '') =>
        repeat === '' || repeat === getFieldValue(field) ? fine() : wrong(differ),
    }),
  ];
}

export function agreementRule(missing: string): Rule {
  return { validator: (_, isAgreed?: boolean) => (isAgreed ? fine() : wrong(missing)) };
}

function fine(): Promise<void> {
  return Promise.resolve();
}

function wrong(text: string): Promise<never> {
  return Promise.reject(new Error(text));
}
