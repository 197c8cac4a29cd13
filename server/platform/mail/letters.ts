/** What the exchange writes to people at their e-mail or phone. */
import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_LANGUAGE, type Language } from '../../../shared/wire/languages';
import type { Address } from '../auth/addresses';
import type { CodePurpose, UserRow } from '../database/exchange-tables';
import { Deliveries } from '../delivery/deliveries';
import { fill } from '../i18n/fill';
import { CLOCK, type Clock } from '../tokens';
import { composeMail } from './compose';
import { LETTER_TEXTS } from './letter-texts';

/** Whom a letter is for: nobody yet, at a registration, or a user. */
export interface Reader {
  language: Language;
  antiPhishingCode: string | null;
}

type Correspondent = Pick<UserRow, 'email' | 'language' | 'antiPhishingCode'>;

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
  sayNewDevice(user: Correspondent, { device, ip }: { device: string; ip: string }): void {
    this.mail(user, 'device', { device: device === '' ? '?' : device, ip, time: this.time() });
  }

  sayPasswordChanged(user: Correspondent): void {
    this.mail(user, 'password', { time: this.time() });
  }

  private send(
    { channel, address }: Address,
    reader: Reader,
    kind: 'code' | 'exists',
    facts: Record<string, string>,
  ): void {
    const texts = LETTER_TEXTS[reader.language][kind];
    if (channel === 'email') this.deliveries.mail(composeMail({ ...reader, email: address }, texts, facts));
    else this.deliveries.text({ to: address, text: fill(texts.sms, facts) });
  }

  private mail(user: Correspondent, kind: 'device' | 'password', facts: Record<string, string>): void {
    const { email, language, antiPhishingCode } = user;
    if (email === null || !this.deliveries.canReach('email')) return;
    this.deliveries.mail(composeMail({ email, language, antiPhishingCode }, LETTER_TEXTS[language][kind], facts));
  }

  /** `2026-01-31 23:59:59`, UTC. */
  private time(): string {
    return new Date(this.clock()).toISOString().slice(0, 19).replace('T', ' ');
  }
}

/** Of somebody whom the exchange does not know. */
export function stranger(language: Language = DEFAULT_LANGUAGE): Reader {
  return { language, antiPhishingCode: null };
}
