/**
 * The name under which a user was verified. Verification keeps the names, sealed, and says here how to read one; whoever
 * needs a name asks here and knows nothing of verification.
 */
import { Injectable } from '@nestjs/common';
import type { Secrets } from '../secrets/secrets';

export type NameSource = (userId: number) => Promise<string | null>;

@Injectable()
export class VerifiedNames {
  private source: NameSource = async () => null;

  /** Called once, by what verifies. */
  readFrom(source: NameSource): void {
    this.source = source;
  }

  /** Null for who is not verified. */
  of(userId: number): Promise<string | null> {
    return this.source(userId);
  }
}

/** By which a whole name is found, however it is written. */
export function nameMacOf(secrets: Pick<Secrets, 'mac'>, name: string): string {
  const normal = name.normalize('NFKC').toUpperCase().trim().replace(/\s+/gu, ' ');
  return secrets.mac(normal, 'verified-name');
}
