/** Letters by e-mail and text message. */
import { Inject, Injectable } from '@nestjs/common';
import { fillPlaceholders } from '../../../shared/wire/fill';
import { DEFAULT_LANGUAGE, type Language } from '../../../shared/wire/languages';
import type { Channel } from '../../../shared/products/identity/security';
import type { Address } from '../auth/addresses';
import { deviceOf } from '../auth/log-in/device';
import { LetterLinks, type LetterLink } from '../auth/log-in/letter-links';
import type { ClientInfo } from '../auth/log-in/client-info';
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

/** Mail first, since it has room for everything; a text message for users without e-mail. */
export const BY_PREFERENCE: readonly Channel[] = ['email', 'phone'];

/** Recipient of a letter: a user, or null at a registration. */
export interface Reader {
  language: Language;
  antiPhishingCode: string | null;
}

type LetterRecipient = Pick<UserRow, 'id' | 'email' | 'phone' | 'language' | 'antiPhishingCode'>;

/** The target of a letter's link: a withdrawal by number, or the account. */
type LinkTarget = { withdrawal: number } | 'account';

/** A letter that is sent again after a crash until its delivery is known. */
export interface LetterOrigin {
  /** Idempotency key: equal letters have equal origins. */
  origin: string;
  /** Time of the first notification. */
  at: number;
}

/** Origin of the request for a change. */
export type ChangedFrom = Pick<ClientInfo, 'ip' | 'userAgent'>;

/** An address bound by the change: in clear for sending, masked for mention. */
export interface NewAddress extends Address {
  masked: string;
}

/**
 * Mails about the account contain a link that stops actions without a log-in; text messages do not. Users are rightly
 * told to open no link from a text message, and the finder of a lost phone reads it on the lock screen.
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

  /** Names the device that the code approves. */
  sendDeviceCode(to: Address, reader: Reader, code: string, { userAgent, ip }: ChangedFrom): void {
    const device = [deviceOf(userAgent), ip].filter((part) => part !== '').join(', ');
    const purpose = `${LETTER_TEXTS[reader.language].purpose.device} (${device})`;
    void this.send(to, reader, 'code', { code, purpose });
  }

  /** Sent in place of a code to the holder of an address that is registered or bound already. */
  sendAccountExists(to: Address, reader: Reader): void {
    void this.send(to, reader, 'exists', {});
  }

  sendNewDevice(user: LetterRecipient, from: { device: string; ip: string }): void {
    const values = { ...deviceFacts(from), time: this.time() };
    for (const to of this.readersOf(user)) void this.send(to, user, 'device', values, this.linkOf(user, 'account'));
  }

  /** Announces a new destination of money, usable in a day. Never fails. */
  sendDestinationAdded(user: LetterRecipient, change: DestinationAdded, from: ChangedFrom, destination: string): void {
    const values = this.changeFacts(user, change, from, destination);
    for (const to of this.readersOf(user)) void this.send(to, user, 'security', values, this.linkOf(user, 'account'));
  }

  /** After the payment the link can stop only the account. Never fails. */
  sendWithdrawalStep(
    user: LetterRecipient,
    { step, withdrawal, ...rest }: WithdrawalNotice,
    letterOrigin: LetterOrigin,
  ): Promise<boolean> {
    const event = LETTER_TEXTS[user.language].steps[step];
    const stops: LinkTarget = step === 'paid' ? 'account' : { withdrawal };
    const values = { ...rest, event, time: momentOf(letterOrigin.at) };
    return sendToAll(this.readersOf(user), (to) =>
      this.send(to, user, 'withdrawal', values, this.linkOf(user, stops), letterOrigin.origin),
    );
  }

  /**
   * Sent to the address bound before the change, by mail or else by text message: `user` is the row of that time, with
   * the anti-phishing code that its owner knows. A replaced address and the new one are notified too. Never fails:
   * undeliverable letters are logged and undo nothing.
   */
  sendSecurityChanged(user: LetterRecipient, change: SecurityChange, from: ChangedFrom, newAddress?: NewAddress): void {
    const values = this.changeFacts(user, change, from, newAddress?.masked ?? '');
    for (const to of this.readersOf(user, newAddress)) {
      // A frozen account is already stopped, and a newly bound address gets no link that could stop the account.
      const isStoppable = change !== 'account.frozen' && to !== newAddress;
      void this.send(to, user, 'security', values, isStoppable ? this.linkOf(user, 'account') : null);
    }
  }

  /** Answers feedback at an address that may have no account. Never fails. */
  sendFeedbackAnswered(
    email: string,
    reader: Reader,
    { feedback, answer, writtenAt }: { feedback: string; answer: string; writtenAt: number },
  ): void {
    const values = { feedback, answer, time: momentOf(writtenAt) };
    const texts = LETTER_TEXTS[reader.language].feedback;
    void this.deliveries.mail(() => Promise.resolve(composeMail({ ...reader, email }, texts, values)));
  }

  /** Sent to every address of the account, because it is unknown which of them the owner still reads. Never fails. */
  sendRecoveryStep(
    user: LetterRecipient,
    step: RecoveryStep,
    from: ChangedFrom,
    letterOrigin?: LetterOrigin,
  ): Promise<boolean> {
    const values = {
      ...this.changeFacts(user, step, from, ''),
      ...(letterOrigin ? { time: momentOf(letterOrigin.at) } : {}),
    };
    return sendToAll(this.reachable(user), (to) =>
      this.send(to, user, 'security', values, this.linkOf(user, 'account'), letterOrigin?.origin),
    );
  }

  /** Sent to the address that the request named and proved; it does not reveal the account's owner. */
  sendRecoveryLink(
    to: { email: string; language: Language },
    { url, expiresAt }: LetterLink,
    id: string,
  ): Promise<boolean> {
    const texts = LETTER_TEXTS[to.language].recovery;
    const note = fillPlaceholders(LETTER_TEXTS[to.language].recovery.lines.at(-1) ?? '', { time: momentOf(expiresAt) });
    const recipient = { email: to.email, language: to.language, antiPhishingCode: null };
    const mail = { subject: texts.subject, lines: texts.lines.slice(0, -1) };
    return this.deliveries.mail(async () => ({
      ...composeMail(recipient, mail, {}, { url, text: texts.link, note }),
      id,
    }));
  }

  private changeFacts(user: LetterRecipient, change: SecurityChange, from: ChangedFrom, address: string) {
    const changeText = fillPlaceholders(LETTER_TEXTS[user.language].changes[change], { address });
    return { change: changeText, time: this.time(), ...deviceFacts({ device: deviceOf(from.userAgent), ip: from.ip }) };
  }

  private send(
    { channel, address }: Address,
    reader: Reader,
    kind: 'code' | 'exists' | 'device' | 'security' | 'withdrawal',
    values: Record<string, string>,
    link: (() => Promise<MailLink>) | null = null,
    origin?: string,
  ): Promise<boolean> {
    const texts = LETTER_TEXTS[reader.language][kind];
    const id = origin && `${origin}/${channel}`;
    if (channel === 'phone')
      return this.deliveries.text({ to: address, text: fillPlaceholders(texts.sms, values), id });
    return this.deliveries.mail(async () => ({
      ...composeMail({ ...reader, email: address }, texts, values, await link?.()),
      id,
    }));
  }

  /** Created with the mail, because a text message contains no link. */
  private linkOf({ id, language }: Pick<UserRow, 'id' | 'language'>, stops: LinkTarget): () => Promise<MailLink> {
    const { withdrawal, account, note } = LETTER_TEXTS[language].link;
    return async () => {
      const { url, expiresAt } = await this.links.issue(id, stops === 'account' ? null : stops.withdrawal);
      return {
        url,
        text: stops === 'account' ? account : withdrawal,
        note: fillPlaceholders(note, { time: momentOf(expiresAt) }),
      };
    };
  }

  private readersOf(user: LetterRecipient, newAddress?: NewAddress): Address[] {
    const addresses = this.reachable(user);
    const replaced = addresses.filter(({ channel }) => channel === newAddress?.channel);
    return [...new Set([...addresses.slice(0, 1), ...replaced, ...(newAddress ? [newAddress] : [])])];
  }

  private reachable(user: LetterRecipient): Address[] {
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

function deviceFacts({ device, ip }: { device: string; ip: string }) {
  return { device: device === '' ? '?' : device, ip };
}

/** Whether all have been sent or dropped. */
async function sendToAll(readers: readonly Address[], send: (to: Address) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(readers.map(send))).every((isOver) => isOver);
}

/** A reader without an account. */
export function readerWithoutAccount(language: Language = DEFAULT_LANGUAGE): Reader {
  return { language, antiPhishingCode: null };
}
