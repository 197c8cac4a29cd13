/** Whether anything of a user is still open or left: then the account is not erased. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { Reader } from '../shared/reader';

export class IsAnythingLeft extends Query<boolean> {
  constructor(readonly user: number) {
    super();
  }
}

/** Rows of the read models that something still hangs on, by what is true of them. */
const OPEN: Readonly<Record<string, string>> = {
  orders: 'open = 1',
  contract_orders: 'open = 1',
  contract_positions: 'open = 1',
  option_contracts: 'open = 1',
  financial_purchases: 'ended_at is null',
  mining_purchases: 'ended_at is null',
  robots: 'ended_at is null',
  withdrawals: 'ended_at is null',
  recharges: 'ended_at is null',
};

@QueryHandler(IsAnythingLeft)
export class IsAnythingLeftHandler implements IQueryHandler<IsAnythingLeft> {
  constructor(private readonly reader: Reader) {}

  async execute({ user }: IsAnythingLeft): Promise<boolean> {
    const { sql: views } = await this.reader.at(undefined);
    for (const [table, isOpen] of Object.entries(OPEN)) {
      const open = sql`select 1 from ${sql.table(table)} where user_id = ${user} and ${sql.raw(isOpen)} limit 1`;
      if ((await open.execute(views)).rows.length > 0) return true;
    }
    // What is less than can be withdrawn of a coin is nobody's reason to stay.
    const left = await sql`select 1 from balances join assets on assets.asset = balances.asset
      where user_id = ${user} and (frozen > 0 or locked > 0 or (available > 0 and available >= withdrawal_min)) limit 1`.execute(
      views,
    );
    return left.rows.length > 0;
  }
}
