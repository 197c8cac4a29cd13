/** A user's own log-ins: open ones, which can be ended, and past ones. */
import { Injectable } from '@nestjs/common';
import type { LogInRecord, LogInsRequest, SessionRecord } from '../../../../../shared/products/identity/account';
import type { Page } from '../../../../../shared/wire/fields';
import type { Language } from '../../../../../shared/wire/languages';
import { deviceOf } from '../../../../platform/auth/log-in/device';
import { LogIns } from '../../../../platform/auth/log-in/log-ins';
import { Tickets } from '../../../../platform/auth/tickets';
import { Refusal } from '../../../../platform/errors/refusal';
import { Places } from '../../../../platform/places/places';

@Injectable()
export class OwnLogIns {
  constructor(
    private readonly tickets: Tickets,
    private readonly logIns: LogIns,
    private readonly places: Places,
  ) {}

  async open(user: number, ticket: string, language: Language): Promise<SessionRecord[]> {
    const sessions = await this.tickets.openSessions(user, ticket);
    return sessions.map(({ id, ip, userAgent, startedAt, lastSeenAt, expiresAt, isCurrent }) => ({
      session: String(id),
      ...this.clientFields(ip, userAgent, language),
      startedAt,
      lastSeenAt,
      expiresAt,
      current: isCurrent,
    }));
  }

  /** Refuses `session.not.found`. */
  async end(user: number, session: number): Promise<void> {
    if (!(await this.tickets.endSession(user, session))) throw new Refusal('session.not.found');
  }

  endOthers(user: number, ticket: string): Promise<number> {
    return this.tickets.endAll(user, 'user', ticket);
  }

  async history(user: number, request: LogInsRequest, language: Language): Promise<Page<LogInRecord>> {
    const { pageIndex, pageSize } = request;
    const { rows, total } = await this.logIns.list(user, (pageIndex - 1) * pageSize, pageSize);
    const records = rows.map(({ id, at, ip, userAgent, method, outcome }) => ({
      id: String(id),
      at,
      ...this.clientFields(ip, userAgent, language),
      method,
      outcome,
    }));
    return { records, total, pageIndex, pageSize };
  }

  private clientFields(ip: string, userAgent: string, language: Language) {
    return { ip, place: this.places.placeOf(ip, language), device: deviceOf(userAgent), userAgent };
  }
}
