/**
 * Referrals, erasures and verification documents were once stored only in the relational database. Every start submits
 * to the core those that it does not know, after all other work and in small pieces: nothing waits for it. Known
 * entries are skipped, so the next start continues an interrupted one.
 */
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';

/** Rows read per query. `AT_ONCE` commands are submitted at a time; all are durable before the next are submitted. */
const PAGE = 1_000;
const AT_ONCE = 50;

export interface KnownRelationsDependencies {
  database: Database<ExchangeTables>;
  /** The engine's current state. */
  state: () => CoreState;
  commands: Pick<CommandPort, 'submit'>;
  log: (message: string, details: Record<string, unknown>) => void;
}

export interface RelationsSubmission {
  /** Resolves when all are submitted; failures are logged and retried at the next start. */
  completion: Promise<void>;
  close(): Promise<void>;
}

type SubmittedCommand = Parameters<CommandPort['submit']>[0]['command'];

export function submitRelations(dependencies: KnownRelationsDependencies): RelationsSubmission {
  let isClosing = false;
  const completion = submitAll(dependencies, () => isClosing).catch((error: Error) => {
    dependencies.log('relations could not be told to the journal', { error: error.message });
  });
  return {
    completion,
    close: () => {
      isClosing = true;
      return completion;
    },
  };
}

async function submitAll(dependencies: KnownRelationsDependencies, isOver: () => boolean): Promise<void> {
  // Erasures first, since they end the payments to erased users.
  const erased = await submitPages(dependencies, isOver, erasedIn(dependencies));
  const inviters = await submitPages(dependencies, isOver, invitersIn(dependencies));
  const documents = await submitPages(dependencies, isOver, documentsIn(dependencies));
  const refused = erased.refused + inviters.refused + documents.refused;
  const counts = { erased: erased.submitted, inviters: inviters.submitted, documents: documents.submitted, refused };
  if (Object.values(counts).some((count) => count > 0)) dependencies.log('relations told to the journal', counts);
}

/** Users erased before the core recorded erasures. */
async function* erasedIn({ database: { sql }, state }: KnownRelationsDependencies): AsyncGenerator<SubmittedCommand[]> {
  const erasures = sql.selectFrom('erasures').select('userId').where('outcome', '=', 'erased');
  const rows = await erasures.orderBy('userId').execute();
  const { members } = state();
  yield rows.flatMap(({ userId: user }): SubmittedCommand[] => {
    return members.get(user)?.erased === false ? [{ type: 'EraseMember', user }] : [];
  });
}

async function* invitersIn({
  database: { sql },
  state,
}: KnownRelationsDependencies): AsyncGenerator<SubmittedCommand[]> {
  for (let after = 0; ;) {
    const users = sql.selectFrom('users').select(['id', 'invitedBy']);
    const rows = await users.where('id', '>', after).orderBy('id').limit(PAGE).execute();
    const { members } = state();
    yield rows.flatMap(({ id: user, invitedBy }): SubmittedCommand[] => {
      if (invitedBy === null || members.get(user)?.inviter !== null) return [];
      return [{ type: 'NameInviter', user, inviter: invitedBy }];
    });
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].id;
  }
}

/** A document belongs to a user from the approval on; users who are not verified are skipped. */
async function* documentsIn({
  database: { sql },
  state,
}: KnownRelationsDependencies): AsyncGenerator<SubmittedCommand[]> {
  for (let after = ''; ;) {
    const documents = sql.selectFrom('verifiedDocuments').select(['documentMac', 'userId']);
    const rows = await documents.where('documentMac', '>', after).orderBy('documentMac').limit(PAGE).execute();
    const { members } = state();
    yield rows.flatMap(({ documentMac: document, userId: user }): SubmittedCommand[] => {
      const member = members.get(user);
      return member?.verified && member.document === null ? [{ type: 'NameDocument', user, document }] : [];
    });
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].documentMac;
  }
}

async function submitPages(
  { commands }: KnownRelationsDependencies,
  isOver: () => boolean,
  pages: AsyncGenerator<SubmittedCommand[]>,
): Promise<{ submitted: number; refused: number }> {
  let [submitted, refused] = [0, 0];
  for await (const page of pages) {
    for (let start = 0; start < page.length && !isOver(); start += AT_ONCE) {
      const some = page.slice(start, start + AT_ONCE);
      const outcomes = await Promise.all(some.map((command) => commands.submit({ actor: 'registrar', command })));
      const no = outcomes.filter((outcome) => 'rejected' in outcome).length;
      refused += no;
      submitted += some.length - no;
    }
    if (isOver()) break;
  }
  return { submitted, refused };
}
