/** Charges the processing of rows in this thread to the requester; the store's own time is not charged. */
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { workTime, type CostAccount } from '../work-time';

/** First of all plugins, because the work of the others on the rows counts too. */
export class MeteredQueries implements KyselyPlugin {
  private readonly payers = new WeakMap<QueryId, CostAccount>();

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const { payer } = workTime;
    if (payer) this.payers.set(queryId, payer);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const payer = this.payers.get(queryId);
    // Internal queries are not charged to the current requester.
    if (payer) workTime.begin(payer);
    return result;
  }
}
