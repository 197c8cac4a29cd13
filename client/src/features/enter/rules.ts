/** What the fields of the entrance are held to, in the words of the exchange: the rules are the server's own. */
import type { Rule } from 'antd/es/form';
import { PASSWORD_LENGTH_MAX, isWeakPassword, normalEmail } from '../../../../shared/rules/credentials';

export type Say = (kind: 'code' | 'field', code: string) => string;

export function emailRules(words: Say): Rule[] {
  return [
    required(words),
    {
      validator: (_, email: string = '') =>
        email.trim() === '' || normalEmail(email) !== null ? fine() : wrong(words('code', 'email.format.error')),
    },
  ];
}

export function required(words: Say): Rule {
  return { required: true, whitespace: true, message: words('field', 'required') };
}

/** `whitespace` would judge a password of blanks: any character may be in one. */
export function requiredPassword(words: Say): Rule {
  return { required: true, message: words('field', 'required') };
}

export function newPasswordRules(words: Say): Rule[] {
  return [
    requiredPassword(words),
    ({ getFieldValue }) => ({
      validator: (_, password: string = '') => {
        if (password === '') return fine();
        if (password.length > PASSWORD_LENGTH_MAX) return wrong(words('field', 'too.long'));
        const email = normalEmail((getFieldValue('email') as string | undefined) ?? '') ?? '';
        return isWeakPassword(password, email) ? wrong(words('code', 'password.too.weak')) : fine();
      },
    }),
  ];
}

export function repeatRules(words: Say, differ: string): Rule[] {
  return [
    requiredPassword(words),
    ({ getFieldValue }) => ({
      validator: (_, repeat: string = '') =>
        repeat === '' || repeat === getFieldValue('password') ? fine() : wrong(differ),
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
