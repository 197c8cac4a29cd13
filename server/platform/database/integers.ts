import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';

/** Returns integers as numbers and throws for those that a number cannot represent exactly. */
export class IntegersAsNumbers implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) {
      for (const column in row) {
        const value = row[column];
        if (typeof value === 'bigint') row[column] = safeNumber(value, column);
      }
    }
    return result;
  }
}

/** The same integer as a number; throws beyond ±(2^53 − 1). */
export function safeNumber(value: bigint, column: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${column}: ${value} does not fit a number`);
  return number;
}
