/** Under which hash a bank's statement has to name whoever legal currency came from, or goes to. */
import { Injectable } from '@nestjs/common';
import { plainName } from '../../../shared/products/wallet/rules/bank-statement';
import type { Command } from '../../core/command';
import { VerifiedNames } from '../../platform/auth/verified-names';
import { Secrets } from '../../platform/secrets/secrets';
import { withdrawalById } from '../../products/wallet/stored/queries';
import { Reader } from '../shared/endpoints/reader';

const CONTEXT = 'bank/name';

@Injectable()
export class Payees {
  constructor(
    private readonly names: VerifiedNames,
    private readonly secrets: Secrets,
    private readonly reader: Reader,
  ) {}

  hashOf(name: string): string {
    return this.secrets.mac(plainName(name), CONTEXT);
  }

  /** The same command, with the hash of the verified name where a statement's line has to bring it. */
  async name<C extends Command>(command: C): Promise<C> {
    const user = await this.payeeOf(command);
    const name = user === null ? null : await this.names.of(user);
    return name === null ? command : { ...command, name: this.hashOf(name) };
  }

  private async payeeOf(command: Command): Promise<number | null> {
    if (command.type === 'CreditRecharge') return command.index === undefined ? command.user : null;
    if (command.type !== 'PayWithdrawal') return null;
    const row = await withdrawalById(await this.reader.at(undefined), command.withdrawal);
    return row && row.card !== null ? row.userId : null;
  }
}
