/**
 * Browsers in which somebody has logged in before. A signed cookie says so: wrong tries in them are counted apart, so that a stranger
 * who guesses elsewhere keeps no owner out. It opens nothing and names nobody but by number.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secrets } from '../../secrets/secrets';
import { CLOCK, type Clock } from '../../tokens';
import { rateKeyOf } from '../rates';
import { knownCookieOf, type Whence } from './whence';

const KNOWN_SECONDS = 180 * 86_400;
/** People who share a browser; the one who came longest ago is forgotten. */
const USERS_MAX = 5;
const NAME_BYTES = 12;

interface Known {
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
   * Under whom tries are counted: a browser that knows this user, else the address that asks, of IPv6 its network. `user` is absent
   * where a name is nobody's: that is counted as of a browser that knows nobody.
   */
  askerOf({ ip, known }: Pick<Whence, 'ip' | 'known'>, user?: number): string {
    const found = this.read(known).find((one) => one.user === user);
    return found ? `${BROWSER}${found.name}` : `address/${rateKeyOf(ip)}`;
  }

  /** From now on the browser knows this user as well. */
  remember(request: FastifyRequest, reply: FastifyReply, known: string, user: number): void {
    const until = Math.floor(this.clock() / 1_000) + KNOWN_SECONDS;
    const others = this.read(known).filter((one) => one.user !== user);
    const name =
      this.read(known).find((one) => one.user === user)?.name ?? randomBytes(NAME_BYTES).toString('base64url');
    const all = [{ user, name, until }, ...others].slice(0, USERS_MAX).map((one) => this.signed(one));
    const secure = request.protocol === 'https' ? '; Secure' : '';
    const terms = `Path=/exchange; Max-Age=${KNOWN_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
    reply.header('set-cookie', `${knownCookieOf(request)}=${all.join('~')}; ${terms}`);
  }

  /** What is not signed here, or is too old, is not there. */
  private read(cookie: string): Known[] {
    const now = this.clock() / 1_000;
    return cookie.split('~', USERS_MAX).flatMap((text) => {
      const [user, name, until] = text.split('.', 3);
      if (name === undefined || until === undefined) return [];
      const known = { user: Number(user), name, until: Number(until) };
      const given = Buffer.from(text);
      const right = Buffer.from(this.signed(known));
      const isRight = given.length === right.length && timingSafeEqual(given, right);
      return isRight && known.until > now ? [known] : [];
    });
  }

  private signed({ user, name, until }: Known): string {
    const text = `${user}.${name}.${until}`;
    return `${text}.${this.secrets.mac(text, 'known-browser')}`;
  }
}

const BROWSER = 'browser/';

/** Such a one has shown that its user logged in there. */
export function isKnown(asker: string): boolean {
  return asker.startsWith(BROWSER);
}
