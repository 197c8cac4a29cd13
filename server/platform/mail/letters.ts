/** What the exchange writes to people at their e-mail or phone. */
import { Inject, Injectable } from '@nestjs/common';
import { fill } from '../../../shared/wire/fill';
import { DEFAULT_LANGUAGE, type Language } from '../../../shared/wire/languages';
import type { Channel } from '../../../shared/products/identity/security';
import type { Address } from '../auth/addresses';
import { deviceOf } from '../auth/log-in/device';
import { LetterLinks, type LetterLink } from '../auth/log-in/letter-links';
import type { Whence } from '../auth/log-in/whence';
import type { CodePurpose, UserRow } from '../database/exchange-tables';
import { Deliveries } from '../delivery/deliveries';
import { CLOCK, type Clock } from '../tokens';
import { composeMail, type MailLink } from './compose';
import {
  LETTER_TEXTS,
  type DestinationAdded,
  type RecoveryStep,
  type SecurityChange,
  type WithdrawalNotice,
} from './letter-texts';

/** A mail has room for everything; a text message goes to who has no e-mail. */
export const BY_PREFERENCE: readonly Channel[] = ['email', 'phone'];

/** Whom a letter is for: nobody yet, at a registration, or a user. */
export interface Reader {
  language: Language;
  antiPhishingCode: string | null;
}

type Correspondent = Pick<UserRow, 'id' | 'email' | 'phone' | 'language' | 'antiPhishingCode'>;

/** What the link of a letter stops: a withdrawal by its number, or the account. */
type Stops = { withdrawal: number } | 'account';

/** A letter that is written again after a crash as long as nobody knows that it has left. */
export interface Due {
  /** What it is about: the same letter has the same one. */
  origin: string;
  /** When that was told first. */
  at: number;
}

/** From where a change was asked for. */
export type ChangedFrom = Pick<Whence, 'ip' | 'userAgent'>;

/** An address that was bound with the change, in clear to send to and masked to speak of. */
export interface NewAddress extends Address {
  masked: string;
}

/**
 * Mails about the account bring a link that stops things without a log-in; text messages do not: people are told, rightly, to
 * open no link that a text message brings, and whoever holds a lost phone reads it on the lock screen.
 */
@Injectable()
export class Letters {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly links: LetterLinks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  sendCode(to: Address, reader: Reader, purpose: CodePurpose, code: string): void {
    const texts = LETTER_TEXTS[reader.language];
    void this.send(to, reader, 'code', { code, purpose: texts.purpose[purpose] });
  }

  /** Says which device it would let in. */
  sendDeviceCode(to: Address, reader: Reader, code: string, { userAgent, ip }: ChangedFrom): void {
    const device = [deviceOf(userAgent), ip].filter((part) => part !== '').join(', ');
    const purpose = `${LETTER_TEXTS[reader.language].purpose.device} (${device})`;
    void this.send(to, reader, 'code', { code, purpose });
  }

  /** In place of a code, to the holder of an address that somebody wants to register or bind again. */
  sayAccountExists(to: Address, reader: Reader): void {
    void this.send(to, reader, 'exists', {});
  }

  sayNewDevice(user: Correspondent, from: { device: string; ip: string }): void {
    const facts = { ...whenceOf(from), time: this.time() };
    for (const to of this.readersOf(user)) void this.send(to, user, 'device', facts, this.linkOf(user, 'account'));
  }

  /** That money may go somewhere else a day from now. Never fails. */
  sayDestinationAdded(user: Correspondent, change: DestinationAdded, from: ChangedFrom, destination: string): void {
    const facts = this.changeFacts(user, change, from, destination);
    for (const to of this.readersOf(user)) void this.send(to, user, 'security', facts, this.linkOf(user, 'account'));
  }

  /** What is paid cannot be called back: then the account alone is still to be stopped. Never fails. */
  sayWithdrawal(user: Correspondent, { step, withdrawal, ...rest }: WithdrawalNotice, due: Due): Promise<boolean> {
    const event = LETTER_TEXTS[user.language].steps[step];
    const stops: Stops = step === 'paid' ? 'account' : { withdrawal };
    const facts = { ...rest, event, time: momentOf(due.at) };
    return all(this.readersOf(user), (to) =>
      this.send(to, user, 'withdrawal', facts, this.linkOf(user, stops), due.origin),
    );
  }

  /**
   * To the address that was bound before the change, by mail or else by text message: `user` is the row of that time,
   * with the anti-phishing code that its owner knows. An address that another takes the place of is told too, and so is the
   * new one. Never fails: what cannot be delivered is the log's, and undoes nothing.
   */
  saySecurityChanged(user: Correspondent, change: SecurityChange, from: ChangedFrom, bound?: NewAddress): void {
    const facts = this.changeFacts(user, change, from, bound?.masked ?? '');
    for (const to of this.readersOf(user, bound)) {
      // Whoever froze the account has stopped everything, and whoever is new to it is given nothing to stop it with.
      const isStoppable = change !== 'account.frozen' && to !== bound;
      void this.send(to, user, 'security', facts, isStoppable ? this.linkOf(user, 'account') : null);
    }
  }

  /** Answers what somebody wrote to the desk, at an address that may be nobody's account. Never fails. */
  sayFeedbackAnswered(
    email: string,
    reader: Reader,
    { feedback, answer, writtenAt }: { feedback: string; answer: string; writtenAt: number },
  ): void {
    const facts = { feedback, answer, time: momentOf(writtenAt) };
    const texts = LETTER_TEXTS[reader.language].feedback;
    void this.deliveries.mail(() => Promise.resolve(composeMail({ ...reader, email }, texts, facts)));
  }

  /** To every address of the account, as nobody knows which of them its owner still reads. Never fails. */
  sayRecovery(user: Correspondent, step: RecoveryStep, from: ChangedFrom, due?: Due): Promise<boolean> {
    const facts = { ...this.changeFacts(user, step, from, ''), ...(due ? { time: momentOf(due.at) } : {}) };
    return all(this.reachable(user), (to) =>
      this.send(to, user, 'security', facts, this.linkOf(user, 'account'), due?.origin),
    );
  }

  /** To the address that a request named and proved; nothing in it says whose account it is. */
  sendRecoveryLink(
    to: { email: string; language: Language },
    { url, expiresAt }: LetterLink,
    id: string,
  ): Promise<boolean> {
    const texts = LETTER_TEXTS[to.language].recovery;
    const note = fill(LETTER_TEXTS[to.language].recovery.lines.at(-1) ?? '', { time: momentOf(expiresAt) });
    const recipient = { email: to.email, language: to.language, antiPhishingCode: null };
    const mail = { subject: texts.subject, lines: texts.lines.slice(0, -1) };
    return this.deliveries.mail(async () => ({
      ...composeMail(recipient, mail, {}, { url, text: texts.link, note }),
      id,
    }));
  }

  private changeFacts(user: Correspondent, change: SecurityChange, from: ChangedFrom, address: string) {
    const what = fill(LETTER_TEXTS[user.language].changes[change], { address });
    return { change: what, time: this.time(), ...whenceOf({ device: deviceOf(from.userAgent), ip: from.ip }) };
  }

  private send(
    { channel, address }: Address,
    reader: Reader,
    kind: 'code' | 'exists' | 'device' | 'security' | 'withdrawal',
    facts: Record<string, string>,
    link: (() => Promise<MailLink>) | null = null,
    origin?: string,
  ): Promise<boolean> {
    const texts = LETTER_TEXTS[reader.language][kind];
    const id = origin && `${origin}/${channel}`;
    if (channel === 'phone') return this.deliveries.text({ to: address, text: fill(texts.sms, facts), id });
    return this.deliveries.mail(async () => ({
      ...composeMail({ ...reader, email: address }, texts, facts, await link?.()),
      id,
    }));
  }

  /** Made when the mail is: a text message brings none. */
  private linkOf({ id, language }: Pick<UserRow, 'id' | 'language'>, stops: Stops): () => Promise<MailLink> {
    const { withdrawal, account, note } = LETTER_TEXTS[language].link;
    return async () => {
      const { url, expiresAt } = await this.links.issue(id, stops === 'account' ? null : stops.withdrawal);
      return { url, text: stops === 'account' ? account : withdrawal, note: fill(note, { time: momentOf(expiresAt) }) };
    };
  }

  private readersOf(user: Correspondent, bound?: NewAddress): Address[] {
    const known = this.reachable(user);
    const replaced = known.filter(({ channel }) => channel === bound?.channel);
    return [...new Set([...known.slice(0, 1), ...replaced, ...(bound ? [bound] : [])])];
  }

  private reachable(user: Correspondent): Address[] {
    return BY_PREFERENCE.flatMap((channel) => {
      const address = user[channel];
      return address !== null && this.deliveries.canReach(channel) ? [{ channel, address }] : [];
    });
  }

  private time(): string {
    return momentOf(this.clock());
  }
}

/** `2026-01-31 23:59:59`, UTC. */
function momentOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

function whenceOf({ device, ip }: { device: string; ip: string }) {
  return { device: device === '' ? '?' : device, ip };
}

/** Whether all have left, or were given up. */
async function all(readers: readonly Address[], send: (to: Address) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(readers.map(send))).every((isOver) => isOver);
}

/** Of somebody whom the exchange does not know. */
export function stranger(language: Language = DEFAULT_LANGUAGE): Reader {
  return { language, antiPhishingCode: null };
}
