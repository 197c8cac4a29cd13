/**
 * Sends in the background: waiting for the mail would reveal by timing whether one was sent. Failed deliveries are retried for half a
 * minute and then dropped; users can request another code.
 */
import { setMaxListeners } from 'node:events';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CHANNELS, type Channel } from '../../../shared/products/identity/rules/code-channels';
import { pause } from '../clock/pause';
import type { Config } from '../config/config';
import type { Mail, MailPort } from '../mail/mail-port';
import { smtpMail } from '../mail/smtp-mail';
import { Outbox } from '../outbox/outbox';
import { httpSms } from '../sms/http-sms';
import type { SmsPort, TextMessage } from '../sms/sms-port';
import { CONFIG } from '../tokens';

/** Delay in ms before the first try: the current answer is sent first and not slowed down. */
const AFTER_ANSWER_MS = 50;
/** Delays in ms between the tries. */
const RETRY_MS = [1_000, 5_000, 25_000] as const;
/** Maximum concurrent deliveries. More means that nothing gets through; further ones are dropped at once. */
const UNDER_WAY_MAX = 1_000;
const CLOSE_MS_MAX = 3_000;

@Injectable()
export class Deliveries implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(Deliveries.name);
  private readonly smtp: MailPort | null;
  private readonly gateway: SmsPort | null;
  private readonly inFlight = new Set<Promise<unknown>>();
  /** Work that may lead to deliveries. */
  private readonly tracked = new Set<Promise<unknown>>();
  /** Ends every wait between tries. */
  private readonly closing = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtp' | 'sms' | 'demo'>,
    private readonly outbox: Outbox,
  ) {
    // One listener per delivery: Node warns of a leak above ten.
    setMaxListeners(UNDER_WAY_MAX, this.closing.signal);
    this.smtp = config.smtp ? smtpMail(config.smtp) : null;
    this.gateway = config.sms ? httpSms(config.sms) : null;
  }

  onModuleInit(): void {
    const missing = CHANNELS.filter((channel) => !this.canReach(channel));
    if (missing.length > 0) this.log.warn({ missing }, 'codes cannot be sent there: SMTP_URL or SMS_URL is not set');
  }

  /** Whether messages on the channel reach anyone; outside the demo nobody sees the outbox. */
  canReach(channel: Channel): boolean {
    return this.config.demo || (channel === 'email' ? this.smtp : this.gateway) !== null;
  }

  /** Whether a page may show the outbox: never if a real gateway is configured. */
  get isOutboxShown(): boolean {
    return this.config.demo && this.smtp === null && this.gateway === null;
  }

  /**
   * Calls `compose` after the answer, until it succeeds. Resolves when the mail has been sent or dropped: true, or
   * false if the end of the process interrupted it and it must be sent again.
   */
  async mail(compose: () => Promise<Mail>): Promise<boolean> {
    const { smtp } = this;
    if (!smtp && !this.config.demo) return true;
    let composed: Mail | undefined;
    return this.deliver('email', async () => {
      composed ??= await compose();
      const { to, subject, text, id } = composed;
      if (smtp) await smtp.send(composed);
      else await this.outbox.put({ channel: 'email', address: to, subject, text, origin: id ?? null });
    });
  }

  async text(message: TextMessage): Promise<boolean> {
    const { gateway } = this;
    if (gateway) return this.deliver('phone', () => gateway.send(message));
    if (!this.config.demo) return true;
    const { to: address, text, id } = message;
    return this.deliver('phone', () =>
      this.outbox.put({ channel: 'phone', address, subject: '', text, origin: id ?? null }),
    );
  }

  /** Includes this work when waiting for all deliveries. It must not reject. */
  track(work: Promise<unknown>): void {
    const trackedWork = work.finally(() => this.tracked.delete(trackedWork));
    this.tracked.add(trackedWork);
  }

  /** Resolves when everything submitted so far has been sent or dropped. */
  async whenIdle(): Promise<void> {
    while (this.inFlight.size + this.tracked.size > 0) await Promise.all([...this.inFlight, ...this.tracked]);
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await Promise.race([this.whenIdle(), unreferencedDelay(CLOSE_MS_MAX)]);
    this.smtp?.close();
  }

  private deliver(channel: Channel, send: () => Promise<void>): Promise<boolean> {
    if (this.inFlight.size >= UNDER_WAY_MAX) {
      this.log.error({ channel }, 'too much is waiting to be delivered: given up');
      return Promise.resolve(false);
    }
    const delivery = this.tryAll(channel, send).finally(() => this.inFlight.delete(delivery));
    this.inFlight.add(delivery);
    return delivery;
  }

  private async tryAll(channel: Channel, send: () => Promise<void>): Promise<boolean> {
    await pause(AFTER_ANSWER_MS, this.closing.signal);
    for (const waitMs of [...RETRY_MS, null]) {
      try {
        await send();
        return true;
      } catch (error) {
        const consequence = waitMs === null || this.closing.signal.aborted ? 'given up' : 'to be tried again';
        // The error's message may contain the address.
        this.log.warn({ channel, error: nameOf(error) }, `a delivery failed: ${consequence}`);
        if (this.closing.signal.aborted) return false;
        if (waitMs === null) return true;
        await pause(waitMs, this.closing.signal);
      }
    }
    return true;
  }
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}

function unreferencedDelay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
