/** What the exchange writes to people at their e-mail or phone. */
import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_LANGUAGE, type Language } from '../../../shared/wire/languages';
import type { Channel } from '../../../shared/wire/security';
import type { Address } from '../auth/addresses';
import { deviceOf } from '../auth/device';
import type { Whence } from '../auth/whence';
import type { CodePurpose, UserRow } from '../database/exchange-tables';
import { Deliveries } from '../delivery/deliveries';
import { fill } from '../i18n/fill';
import { CLOCK, type Clock } from '../tokens';
import { composeMail } from './compose';
import { LETTER_TEXTS, type SecurityChange } from './letter-texts';

/** A mail has room for everything; a text message goes to who has no e-mail. */
const BY_PREFERENCE: readonly Channel[] = ['email', 'phone'];

/** Whom a letter is for: nobody yet, at a registration, or a user. */
export interface Reader {
  language: Language;
  antiPhishingCode: string | null;
}

type Correspondent = Pick<UserRow, 'email' | 'phone' | 'language' | 'antiPhishingCode'>;

/** From where a change was asked for. */
export type ChangedFrom = Pick<Whence, 'ip' | 'userAgent'>;

/** An address that was bound with the change, in clear to send to and masked to speak of. */
export interface NewAddress extends Address {
  masked: string;
}

@Injectable()
export class Letters {
  constructor(
    private readonly deliveries: Deliveries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  sendCode(to: Address, reader: Reader, purpose: CodePurpose, code: string): void {
    const texts = LETTER_TEXTS[reader.language];
    this.send(to, reader, 'code', { code, purpose: texts.purpose[purpose] });
  }

  /** In place of a code, to the holder of an address that somebody wants to register or bind again. */
  sayAccountExists(to: Address, reader: Reader): void {
    this.send(to, reader, 'exists', {});
  }

  /** To who has an e-mail; the message centre tells everybody. */
  sayNewDevice(user: Omit<Correspondent, 'phone'>, from: { device: string; ip: string }): void {
    const { email, language, antiPhishingCode } = user;
    if (email === null) return;
    const facts = { ...whenceOf(from), time: this.time() };
    this.deliveries.mail(composeMail({ email, language, antiPhishingCode }, LETTER_TEXTS[language].device, facts));
  }

  /**
   * To the address that was bound before the change, by mail or else by text message: `user` is the row of that time,
   * with the anti-phishing code that its owner knows. An address that another takes the place of is told too, and so is the
   * new one. Never fails: what cannot be delivered is the log's, and undoes nothing.
   */
  saySecurityChanged(user: Correspondent, change: SecurityChange, from: ChangedFrom, bound?: NewAddress): void {
    const what = fill(LETTER_TEXTS[user.language].changes[change], { address: bound?.masked ?? '' });
    const facts = { change: what, time: this.time(), ...whenceOf({ device: deviceOf(from.userAgent), ip: from.ip }) };
    for (const to of this.readersOf(user, bound)) this.send(to, user, 'security', facts);
  }

  private send(
    { channel, address }: Address,
    reader: Reader,
    kind: 'code' | 'exists' | 'security',
    facts: Record<string, string>,
  ): void {
    const texts = LETTER_TEXTS[reader.language][kind];
    if (channel === 'email') this.deliveries.mail(composeMail({ ...reader, email: address }, texts, facts));
    else this.deliveries.text({ to: address, text: fill(texts.sms, facts) });
  }

  private readersOf(user: Correspondent, bound?: NewAddress): Address[] {
    const known = BY_PREFERENCE.flatMap((channel) => {
      const address = user[channel];
      return address !== null && this.deliveries.canReach(channel) ? [{ channel, address }] : [];
    });
    const replaced = known.filter(({ channel }) => channel === bound?.channel);
    return [...new Set([...known.slice(0, 1), ...replaced, ...(bound ? [bound] : [])])];
  }

  /** `2026-01-31 23:59:59`, UTC. */
  private time(): string {
    return new Date(this.clock()).toISOString().slice(0, 19).replace('T', ' ');
  }
}

function whenceOf({ device, ip }: { device: string; ip: string }) {
  return { device: device === '' ? '?' : device, ip };
}

/** Of somebody whom the exchange does not know. */
export function stranger(language: Language = DEFAULT_LANGUAGE): Reader {
  return { language, antiPhishingCode: null };
}
