/**
 * The name under which a user was verified. The verification module stores the names encrypted and registers a reader
 * here, so other modules need not depend on it.
 */
import { Injectable } from '@nestjs/common';
import type { Secrets } from '../secrets/secrets';

export type NameSource = (userId: number) => Promise<string | null>;

@Injectable()
export class VerifiedNames {
  private source: NameSource = async () => null;

  /** Called once, by the verification module. */
  setSource(source: NameSource): void {
    this.source = source;
  }

  /** Null for users who are not verified. */
  nameOf(userId: number): Promise<string | null> {
    return this.source(userId);
  }
}

/** Keyed hash for searching a full name, independent of its spelling variants. */
export function nameMacOf(secrets: Pick<Secrets, 'mac'>, name: string): string {
  const normal = name.normalize('NFKC').toUpperCase().trim().replace(/\s+/gu, ' ');
  return secrets.mac(normal, 'verified-name');
}
