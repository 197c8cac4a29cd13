/** A user's deposits according to the journal, up to the newest durable position. */
import { Inject, Injectable } from '@nestjs/common';
import type { CommandPort } from '../../../../engine/port';
import { COMMAND_PORT } from '../../../../platform/tokens';
import type { RechargeRow } from '../../../../views/stored/tables';
import { rechargeByReference } from '../../stored/queries';
import { Reader } from '../../../../features/shared/endpoints/reader';

@Injectable()
export class KnownRecharges {
  constructor(
    private readonly reader: Reader,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
  ) {}

  /** Throws `projection.behind`. */
  async find(userId: number, reference: string): Promise<RechargeRow | undefined> {
    const stored = await this.reader.at(Math.max(0, this.port.figures().durablePosition));
    return rechargeByReference(stored, userId, reference);
  }
}
