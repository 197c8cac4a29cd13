/** The name hash that a bank statement must contain for the payer or payee of legal currency. */
import { Injectable } from '@nestjs/common';
import { plainName } from '../../../shared/products/wallet/rules/bank-statement';
import type { Command } from '../../core/command';
import { VerifiedNames } from '../../platform/auth/verified-names';
import { Secrets } from '../../platform/secrets/secrets';
import { withdrawalById } from '../../products/wallet/stored/queries';
import { Reader } from '../shared/endpoints/reader';

const CONTEXT = 'bank/name';

@Injectable()
export class PayeeNames {
  constructor(
    private readonly names: VerifiedNames,
    private readonly secrets: Secrets,
    private readonly reader: Reader,
  ) {}

  hashOf(name: string): string {
    return this.secrets.mac(plainName(name), CONTEXT);
  }

  /** Adds the hash of the verified name to commands that a statement line must match. */
  async name<C extends Command>(command: C): Promise<C> {
    const user = await this.payeeOf(command);
    const name = user === null ? null : await this.names.nameOf(user);
    return name === null ? command : { ...command, name: this.hashOf(name) };
  }

  private async payeeOf(command: Command): Promise<number | null> {
    if (command.type === 'CreditRecharge') return command.index === undefined ? command.user : null;
    if (command.type !== 'PayWithdrawal') return null;
    const row = await withdrawalById(await this.reader.at(undefined), command.withdrawal);
    return row && row.card !== null ? row.userId : null;
  }
}
