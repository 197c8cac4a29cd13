/**
 * Account security: bindings, and all calls that change them. A change that weakens the account or redirects its money needs a proof: the
 * log-in password, and an authenticator code once one is bound.
 */
import { z } from 'zod';
import { ANTI_PHISHING_CODE_LENGTH_MAX, EMAIL_LENGTH_MAX, NICK_NAME_LENGTH_MAX } from './rules/credentials';
import { SAFETY_LEVELS } from './rules/safety';
import { clientId, commandAnswer, epochMs, id, publicName, textLine } from '../../wire/fields';
import { LANGUAGES } from '../../wire/languages';
import { loggedIn } from './logged-in';
import { isCountry } from './phone';
import { withSaveFailure, type Route } from '../../wire/route';
import { stepUpOptionsRequest } from '../../wire/step-up';
import { channel, mailedCode, password, secondFactor, fundPassword, proof, boundCode, provenByBoth } from './proofs';
import {
  authenticatorRecord,
  beginAuthenticatorRequest,
  authenticatorBegun,
  bindAuthenticatorRequest,
  recoveryCodes,
  renameAuthenticatorRequest,
  unbindAuthenticatorRequest,
} from './authenticators';
import {
  passkeyRecord,
  passkeyOptionsRequest,
  registrationOptions,
  registerPasskeyRequest,
  renamePasskeyRequest,
  removePasskeyRequest,
  authenticationOptions,
  passkeyLogInRequest,
} from './passkeys';
import { bankCardRecord, addBankCardRequest } from './bank-cards';
import {
  ownLimits,
  limitBindings,
  withdrawalLimit,
  setOwnLimitsRequest,
  setWithdrawalLimitRequest,
} from './withdrawal-limits';

export type { Channel } from './rules/code-channels';

export const safetyLevel = z.enum(SAFETY_LEVELS);
/** An e-mail, or a phone number with its country code. */
const address = z.string().trim().min(1).max(EMAIL_LENGTH_MAX).meta({ example: '+819012345678' });
const country = z.string().refine(isCountry, 'format').meta({ description: 'ISO 3166-1 alpha-2', example: 'JP' });
const nothing = z.strictObject({});

export const securityOverview = z.object({
  userId: z.int(),
  nickName: z.string(),
  nationality: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2' }),
  /** Language of mails and text messages. */
  language: z.enum(LANGUAGES),
  /** 60, plus 10 each for phone, e-mail, authenticator and verification. */
  creditScore: z.int().min(60).max(100),
  registeredAt: epochMs,
  safetyLevel,
  verified: z.boolean(),
  frozen: z.boolean(),
  /** Masked, so that an unattended screen reveals no address. Null if not bound. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  settingsLockedUntil: epochMs.nullable().meta({ description: 'null: settings are not locked' }),
  codeLogIn: z.boolean().meta({ description: 'whether a code logs in, in place of the password' }),
  authenticator: z.boolean(),
  authenticators: z.int(),
  recoveryCodesLeft: z.int(),
  passkeys: z.int(),
  fundPassword: z.boolean(),
  /** End of the lock after wrong tries of the fund password; null if it is not locked. */
  fundPasswordLockedUntil: epochMs.nullable(),
  antiPhishingCode: z.string().nullable(),
  /** A log-in from a new device needs approval by a code to the owner's address. */
  approvesDevices: z.boolean(),
  /** Time of the last change of a password, a binding or the authenticator. Withdrawals are held for 24 hours after it. */
  securityChangedAt: epochMs.nullable(),
  heldUntil: epochMs
    .nullable()
    .meta({ description: 'withdrawals are held until then at least, after the account was recovered' }),
  /** Current withdrawal limit per day, in USDT. */
  withdrawalLimit: z.string(),
  tradingFactor: z.boolean().meta({ description: 'whether trading asks for the second factor' }),
  /** The user's own lower limit, and the delay of withdrawals. */
  ownLimits,
  /** Number of bindings that raise the limit. */
  limitBindings,
  withdrawalLimits: z.array(withdrawalLimit).meta({ description: 'what may be withdrawn a day, by bindings' }),
});
export type SecurityOverview = z.infer<typeof securityOverview>;

/**
 * With an address, the code goes to it, because it is about to be bound. Without one, the code goes to the bound
 * address of this channel, so that its owner learns of the change.
 */
export const sendCodeRequest = z.strictObject({
  purpose: z.enum(['bind', 'change', 'fund_password', 'authenticator', 'passkey', 'destination']),
  channel,
  address: address.optional().meta({ description: 'for the purpose bind, and for that alone' }),
});
export type SendCodeRequest = z.infer<typeof sendCodeRequest>;
export const codeSent = z.object({
  /** Masked. */
  address: z.string(),
  resendSeconds: z.int().meta({ description: 'until another may be asked for; earlier is `code.too.soon`' }),
  expiresSeconds: z.int(),
});
export type CodeSent = z.infer<typeof codeSent>;

/** Binds the first address of a channel, or replaces the bound one. */
export const bindRequest = z.strictObject({
  channel,
  address,
  code: mailedCode.meta({ description: 'the code that was sent to the new address' }),
  oldCode: mailedCode.optional().meta({
    description:
      'the code that was sent to the old address, or, for a first one, to that of the other channel; with an authenticator ' +
      'bound, password and second factor do in its place',
  }),
  password: password.optional(),
  secondFactor: secondFactor.optional(),
});
export type BindRequest = z.infer<typeof bindRequest>;

export const setFundPasswordRequest = z.strictObject({ fundPassword, ...proof });
export type SetFundPasswordRequest = z.infer<typeof setFundPasswordRequest>;
export const changeFundPasswordRequest = z.strictObject({
  oldFundPassword: fundPassword,
  fundPassword,
  secondFactor: secondFactor.optional(),
});
export type ChangeFundPasswordRequest = z.infer<typeof changeFundPasswordRequest>;
export const resetFundPasswordRequest = z.strictObject({
  fundPassword,
  channel,
  code: boundCode,
  secondFactor: secondFactor.optional(),
});
export type ResetFundPasswordRequest = z.infer<typeof resetFundPasswordRequest>;

export const changePasswordRequest = z.strictObject({
  oldPassword: password,
  password: password.meta({ description: 'the new log-in password' }),
  secondFactor: secondFactor.optional(),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

export const SETTINGS_LOCK_DAYS_MAX = 365;
export const lockSettingsRequest = z.strictObject({ days: z.int().min(1).max(SETTINGS_LOCK_DAYS_MAX), ...proof });
export type LockSettingsRequest = z.infer<typeof lockSettingsRequest>;
export const settingsLocked = z.object({
  masterKey: z.string().meta({ description: 'told once: it alone ends the lock before its time' }),
  until: epochMs,
});
export type SettingsLocked = z.infer<typeof settingsLocked>;
export const unlockSettingsRequest = z.strictObject({ masterKey: z.string().trim().min(1).max(40) });
export type UnlockSettingsRequest = z.infer<typeof unlockSettingsRequest>;

export const setTradingFactorRequest = z.strictObject({ on: z.boolean(), password });
export type SetTradingFactorRequest = z.infer<typeof setTradingFactorRequest>;

export const setCodeLogInRequest = z.strictObject({ on: z.boolean(), ...proof });
export type SetCodeLogInRequest = z.infer<typeof setCodeLogInRequest>;

export const setAntiPhishingCodeRequest = z.strictObject({
  /** Shown in every mail; null removes it. */
  antiPhishingCode: textLine.min(1).max(ANTI_PHISHING_CODE_LENGTH_MAX).nullable(),
  ...proof,
});
export type SetAntiPhishingCodeRequest = z.infer<typeof setAntiPhishingCodeRequest>;

/** Switching it off weakens the account and requires a proof; switching it on does not. */
export const setDeviceApprovalRequest = z.strictObject({
  approvesDevices: z.boolean(),
  password: password.optional(),
  secondFactor: secondFactor.optional(),
});
export type SetDeviceApprovalRequest = z.infer<typeof setDeviceApprovalRequest>;

export const freezeRequest = z.strictObject({ clientId, password });
export type FreezeRequest = z.infer<typeof freezeRequest>;

function change<P extends string, B extends z.ZodObject, A extends z.ZodType>(
  path: P,
  summary: string,
  body: B,
  answer: A,
) {
  return {
    method: 'POST',
    path: `/exchange/app/security/${path}` as const,
    summary,
    access: 'user',
    body,
    answer,
  } as const;
}

function question<P extends string, A extends z.ZodType>(path: P, summary: string, answer: A) {
  return { method: 'GET', path: `/exchange/app/security/${path}` as const, summary, access: 'user', answer } as const;
}

/** Also open to staff without a second factor, so that they can set one up. */
function allowedUnbound<R extends Route>(route: R): R & { unbound: true } {
  return { ...route, unbound: true };
}

/** Refused while the user's own lock holds. */
export function lockable<R extends Route>(route: R): R & { lockable: true } {
  return { ...route, lockable: true };
}

/** A passkey in the header can replace the second factor in the body. */
function withFactor<R extends Route>(route: R): R & { takesFactor: true } {
  return { ...route, takesFactor: true };
}

export const SECURITY_ROUTES = {
  overview: allowedUnbound(question('overview', 'Personal centre: bindings, safety level, limits', securityOverview)),
  sendCode: {
    unbound: true,
    ...change('sendCode', 'Send a code to an address to be bound, or to one that is', sendCodeRequest, codeSent),
    rate: 'codes',
  },
  bind: lockable(
    withFactor(change('bind', 'Bind a phone or an e-mail, or change the one that is bound', bindRequest, z.null())),
  ),

  authenticators: allowedUnbound(
    question('authenticator/list', 'Own authenticators', z.object({ records: z.array(authenticatorRecord) })),
  ),
  beginAuthenticator: lockable(
    allowedUnbound({
      ...change(
        'authenticator/begin',
        'A secret for an authenticator, pending until a code proves it',
        beginAuthenticatorRequest,
        authenticatorBegun,
      ),
      takesFactor: true,
    }),
  ),
  bindAuthenticator: lockable(
    allowedUnbound(
      change(
        'authenticator/bind',
        'Bind the pending authenticator by its first code; the first one answers with the recovery codes',
        bindAuthenticatorRequest,
        recoveryCodes,
      ),
    ),
  ),
  renameAuthenticator: withSaveFailure(
    change('authenticator/rename', 'Rename an authenticator', renameAuthenticatorRequest, z.null()),
  ),
  renewRecoveryCodes: lockable(
    change(
      'authenticator/renewRecoveryCodes',
      'Ten new recovery codes instead of the old ones',
      provenByBoth,
      recoveryCodes,
    ),
  ),
  unbindAuthenticator: lockable({
    ...change(
      'authenticator/unbind',
      'Unbind an authenticator; with the last one the recovery codes go',
      unbindAuthenticatorRequest,
      z.null(),
    ),
    takesFactor: true,
  }),

  passkeys: allowedUnbound(question('passkey/list', 'Own passkeys', z.object({ records: z.array(passkeyRecord) }))),
  passkeyOptions: lockable(
    allowedUnbound({
      ...change('passkey/registerOptions', 'Options for making a passkey', passkeyOptionsRequest, registrationOptions),
      takesFactor: true,
    }),
  ),
  registerPasskey: lockable(
    allowedUnbound(
      change('passkey/register', 'Store the passkey that was made', registerPasskeyRequest, passkeyRecord),
    ),
  ),
  renamePasskey: withSaveFailure(change('passkey/rename', 'Rename a passkey', renamePasskeyRequest, z.null())),
  removePasskey: lockable({
    ...change('passkey/remove', 'Remove a passkey', removePasskeyRequest, z.null()),
    takesFactor: true,
  }),
  passkeyLogInOptions: {
    method: 'POST',
    path: '/exchange/app/security/passkey/logInOptions',
    summary: 'Options for logging in by passkey',
    access: 'public',
    body: nothing,
    answer: authenticationOptions,
    rate: 'logins',
  },
  passkeyLogIn: {
    method: 'POST',
    path: '/exchange/app/security/passkey/logIn',
    summary: 'Log in by passkey; access_token beside the data is what the ticket header carries, as of the token call',
    access: 'public',
    body: passkeyLogInRequest,
    answer: loggedIn,
    rate: 'logins',
  },
  stepUpOptions: change(
    'stepUp/options',
    'What a passkey is to sign for an act whose digest `step.up.required` has named',
    stepUpOptionsRequest,
    authenticationOptions,
  ),

  setFundPassword: lockable(
    withFactor(change('fundPassword/set', 'Set a fund password', setFundPasswordRequest, z.null())),
  ),
  changeFundPassword: lockable(
    withFactor(change('fundPassword/change', 'Change the fund password', changeFundPasswordRequest, z.null())),
  ),
  resetFundPassword: lockable(
    withFactor(
      change(
        'fundPassword/reset',
        'Set a new fund password by a code to a bound address',
        resetFundPasswordRequest,
        z.null(),
      ),
    ),
  ),

  changePassword: lockable(
    withFactor(
      change(
        'password/change',
        'Change the log-in password; every other log-in ends',
        changePasswordRequest,
        z.object({ ended: z.int() }),
      ),
    ),
  ),
  lockSettings: lockable(
    withFactor(
      change(
        'lockSettings',
        'Let nothing that protects the account be changed for so many days; answers with the key that ends it before',
        lockSettingsRequest,
        settingsLocked,
      ),
    ),
  ),
  unlockSettings: change(
    'unlockSettings',
    'End the lock on settings by its master key',
    unlockSettingsRequest,
    z.null(),
  ),
  setTradingFactor: withSaveFailure(
    lockable({
      ...change(
        'setTradingFactor',
        'Be asked for the second factor before trading, or be it no more; the factor proves it, in the header',
        setTradingFactorRequest,
        z.null(),
      ),
      takesFactor: true,
    }),
  ),
  setOwnLimits: withSaveFailure({
    ...change(
      'setOwnLimits',
      'The most one wants to withdraw a day, and how long each withdrawal waits: stricter at once, looser after 24 hours',
      setOwnLimitsRequest,
      ownLimits,
    ),
    takesFactor: true,
  }),
  setCodeLogIn: withSaveFailure(
    lockable(
      withFactor(
        change(
          'setCodeLogIn',
          'Whether a mailed or texted code logs in, in place of the password',
          setCodeLogInRequest,
          z.null(),
        ),
      ),
    ),
  ),
  setAntiPhishingCode: withSaveFailure(
    lockable(
      withFactor(
        change(
          'setAntiPhishingCode',
          'A word of your own that every genuine mail shows',
          setAntiPhishingCodeRequest,
          z.null(),
        ),
      ),
    ),
  ),
  setDeviceApproval: withSaveFailure(
    withFactor(
      change(
        'setDeviceApproval',
        'Let nobody in from a new device before a code from the own address has approved it, or let them',
        setDeviceApprovalRequest,
        z.null(),
      ),
    ),
  ),
  freeze: change(
    'freeze',
    'Freeze the own account and end its other log-ins; staff alone unfreeze it',
    freezeRequest,
    commandAnswer,
  ),
  setLanguage: withSaveFailure(
    allowedUnbound(
      change(
        'setLanguage',
        'Language of mails and messages',
        z.strictObject({ language: z.enum(LANGUAGES) }),
        z.null(),
      ),
    ),
  ),
  setNickName: withSaveFailure(
    change(
      'setNickName',
      'Change the nick name',
      z.strictObject({ nickName: publicName.min(1).max(NICK_NAME_LENGTH_MAX) }),
      z.null(),
    ),
  ),
  setNationality: withSaveFailure(
    change(
      'setNationality',
      'Nationality, until the name is verified',
      z.strictObject({ nationality: country }),
      z.null(),
    ),
  ),

  bankCards: question('bankCard/list', 'Own bank cards', z.object({ records: z.array(bankCardRecord) })),
  addBankCard: lockable({
    ...change('bankCard/add', 'Store a bank card for withdrawals', addBankCardRequest, bankCardRecord),
    takesFactor: true,
  }),
  removeBankCard: lockable(change('bankCard/remove', 'Remove a bank card', z.strictObject({ card: id }), z.null())),

  withdrawalLimits: {
    method: 'GET',
    path: '/exchange/admin/security/withdrawalLimits',
    summary: 'What may be withdrawn a day, by the number of bindings',
    access: 'admin',
    right: 'settings',
    answer: z.object({ records: z.array(withdrawalLimit) }),
  },
  setWithdrawalLimit: {
    method: 'POST',
    path: '/exchange/admin/security/setWithdrawalLimit',
    summary: 'Change what may be withdrawn a day with so many bindings',
    access: 'admin',
    right: 'settings',
    body: setWithdrawalLimitRequest,
    failure: 'save.failed',
    answer: z.object({
      proposals: z.array(z.string()).meta({ description: 'what of it waits for a second of staff' }),
    }),
  },
} as const satisfies Record<string, Route>;
