/** Texts of mails and text messages in nine languages. */
import type { Language } from '../../../shared/wire/languages';
import type { CodePurpose } from '../database/exchange-tables';
import en from './texts/en.json';
import ep from './texts/ep.json';
import il from './texts/il.json';
import jp from './texts/jp.json';
import kr from './texts/kr.json';
import pt from './texts/pt.json';
import tc from './texts/tc.json';
import ti from './texts/ti.json';
import zh from './texts/zh.json';

/** Changes of which the owner is notified at every address, since an attacker changes these first. */
export const SECURITY_CHANGES = [
  'authenticator.bound',
  'authenticator.unbound',
  'recovery.codes.renewed',
  'passkey.added',
  'passkey.removed',
  'email.bound',
  'email.changed',
  'phone.bound',
  'phone.changed',
  'password.changed',
  'password.reset',
  'fund.password.set',
  'fund.password.changed',
  'fund.password.reset',
  'anti.phishing.changed',
  'settings.locked',
  'settings.unlocked',
  'own.limits.tightened',
  'own.limits.loosened',
  'trading.factor.on',
  'trading.factor.off',
  'code.log.in.on',
  'code.log.in.off',
  'address.added',
  'card.added',
  'device.approval.off',
  'account.frozen',
  'recovery.requested',
  'recovery.proposed',
  'recovery.granted',
  'recovery.finished',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** Changes that add a destination of money. */
export type DestinationAdded = Extract<SecurityChange, 'address.added' | 'card.added'>;

/** Steps of an account recovery by documents. */
export type RecoveryStep = Extract<SecurityChange, `recovery.${'requested' | 'proposed' | 'granted' | 'finished'}`>;

/** Steps of a withdrawal that its owner is notified of; `first`: a request to a new destination. */
export const WITHDRAWAL_STEPS = ['first', 'applied', 'approved', 'paid'] as const;
export type WithdrawalStep = (typeof WITHDRAWAL_STEPS)[number];

/** A step of a withdrawal, for the letter to its owner. */
export interface WithdrawalNotice {
  step: WithdrawalStep;
  withdrawal: number;
  asset: string;
  amount: string;
  /** Shortened for display. */
  destination: string;
}

export interface LetterTexts {
  purpose: Readonly<Record<CodePurpose, string>>;
  /** Sent to addresses of either channel. */
  code: MailTexts & { sms: string };
  exists: MailTexts & { sms: string };
  device: MailTexts & { sms: string };
  /** Notices of a changed account protection. */
  security: MailTexts & { sms: string };
  changes: Readonly<Record<SecurityChange, string>>;
  withdrawal: MailTexts & { sms: string };
  steps: Readonly<Record<WithdrawalStep, string>>;
  /** Answers to feedback; by mail only. */
  feedback: MailTexts;
  /** Approved account recovery: link for the new password. */
  recovery: MailTexts & { link: string };
  /** Texts beside a letter's link: its purpose, and what the reader must know about it. */
  link: Readonly<Record<'withdrawal' | 'account' | 'note', string>>;
  antiPhishing: string;
  footer: string;
}

export interface MailTexts {
  subject: string;
  lines: readonly string[];
}

export const LETTER_TEXTS: Readonly<Record<Language, LetterTexts>> = { en, zh, tc, jp, kr, ti, ep, il, pt };
