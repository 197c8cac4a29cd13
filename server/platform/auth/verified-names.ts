/**
 * The name under which a user was verified. Verification keeps the names, sealed, and says here how to read one; whoever
 * needs a name asks here and knows nothing of verification.
 */
import { Injectable } from '@nestjs/common';

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
