/** Refuses queries of tables whose rows are not to be shown. */
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';
import { Refusal } from '../errors/refusal';

const RETRY_SECONDS = 5;

/** Runs after all plugins that change names, because it compares SQL names. */
export class RefusedTables implements KyselyPlugin {
  constructor(private readonly refusedTables: ReadonlySet<string>) {}

  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    if (this.refusedTables.size > 0) this.refuseIfListed(node);
    return node;
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }

  private refuseIfListed(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { kind, table } = node as { kind?: unknown; table?: { identifier?: { name?: unknown } } };
    if (kind === 'TableNode' && this.refusedTables.has(String(table?.identifier?.name))) {
      throw new Refusal('projection.behind', null, RETRY_SECONDS);
    }
    for (const child of Object.values(node)) this.refuseIfListed(child);
  }
}
