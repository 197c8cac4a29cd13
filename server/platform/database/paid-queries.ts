/** What is made of rows in this thread is work for whoever asked for them, however long the store took. */
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { workTime, type Payer } from '../work-time';

/** First of all plugins: what the others make of the rows is such work already. */
export class PaidQueries implements KyselyPlugin {
  private readonly payers = new WeakMap<QueryId, Payer>();

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const { payer } = workTime;
    if (payer) this.payers.set(queryId, payer);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const payer = this.payers.get(queryId);
    // Its own queries say nothing of who waits for other work.
    if (payer) workTime.begin(payer);
    return result;
  }
}
