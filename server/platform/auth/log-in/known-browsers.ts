/**
 * Browsers in which a user has logged in before, marked by a signed cookie. Their wrong tries are counted separately, so a stranger who
 * guesses elsewhere cannot lock the owner out. The cookie grants no access and identifies users by number only.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secrets } from '../../secrets/secrets';
import { CLOCK, type Clock } from '../../tokens';
import { rateKeyOf } from '../rates';
import { knownCookieOf, type ClientInfo } from './client-info';

const KNOWN_SECONDS = 180 * 86_400;
/** Users remembered per browser; the least recent is dropped. */
const USERS_MAX = 5;
const NAME_BYTES = 12;

interface KnownUser {
  user: number;
  name: string;
  /** Seconds since 1970. */
  until: number;
}

@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The key under which tries are counted: a browser known to the user, else the client's address (for IPv6 its network). `user` is
   * absent for a name without an account; it counts as an unknown browser.
   */
  tryKeyOf({ ip, known: knownCookie }: Pick<ClientInfo, 'ip' | 'known'>, user?: number): string {
    const found = this.readCookie(knownCookie).find((one) => one.user === user);
    return found ? `${BROWSER}${found.name}` : `address/${rateKeyOf(ip)}`;
  }

  /** Adds the user to the browser's cookie. */
  remember(request: FastifyRequest, reply: FastifyReply, knownCookie: string, user: number): void {
    const until = Math.floor(this.clock() / 1_000) + KNOWN_SECONDS;
    const others = this.readCookie(knownCookie).filter((one) => one.user !== user);
    const name =
      this.readCookie(knownCookie).find((one) => one.user === user)?.name ??
      randomBytes(NAME_BYTES).toString('base64url');
    const cookieEntries = [{ user, name, until }, ...others].slice(0, USERS_MAX).map((one) => this.signed(one));
    const secure = request.protocol === 'https' ? '; Secure' : '';
    const cookieAttributes = `Path=/exchange; Max-Age=${KNOWN_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
    reply.header('set-cookie', `${knownCookieOf(request)}=${cookieEntries.join('~')}; ${cookieAttributes}`);
  }

  /** Entries with a wrong signature or past their expiry are ignored. */
  private readCookie(cookie: string): KnownUser[] {
    const now = this.clock() / 1_000;
    return cookie.split('~', USERS_MAX).flatMap((text) => {
      const [user, name, until] = text.split('.', 3);
      if (name === undefined || until === undefined) return [];
      const entry = { user: Number(user), name, until: Number(until) };
      const received = Buffer.from(text);
      const right = Buffer.from(this.signed(entry));
      const isRight = received.length === right.length && timingSafeEqual(received, right);
      return isRight && entry.until > now ? [entry] : [];
    });
  }

  private signed({ user, name, until }: KnownUser): string {
    const text = `${user}.${name}.${until}`;
    return `${text}.${this.secrets.mac(text, 'known-browser')}`;
  }
}

const BROWSER = 'browser/';

/** Whether the asker is a browser in which its user has logged in before. */
export function isKnownBrowser(requester: string): boolean {
  return requester.startsWith(BROWSER);
}
