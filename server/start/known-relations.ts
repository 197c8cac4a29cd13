/**
 * Who invited whom, who is erased, and by which document somebody was verified, stood in the relational store alone before the core
 * was told of it. Every start tells the core what it does not know, behind everything else and little by little: nobody waits for it. What
 * is told already is passed over, so a start that is cut off is gone on with by the next one.
 */
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';

/** Rows looked at in one go, and commands sent at a time, all of which are durable before the next ones go. */
const PAGE = 1_000;
const AT_ONCE = 50;

export interface KnownRelationsParts {
  database: Database<ExchangeTables>;
  /** Of the engine as it is now. */
  state: () => CoreState;
  commands: Pick<CommandPort, 'submit'>;
  log: (message: string, facts: Record<string, unknown>) => void;
}

export interface RelationsTold {
  /** Resolves when all is told; what fails is said, and the next start tries again. */
  done: Promise<void>;
  close(): Promise<void>;
}

type Named = Parameters<CommandPort['submit']>[0]['command'];

export function tellRelations(parts: KnownRelationsParts): RelationsTold {
  let isClosing = false;
  const done = tellAll(parts, () => isClosing).catch((error: Error) => {
    parts.log('relations could not be told to the journal', { error: error.message });
  });
  return {
    done,
    close: () => {
      isClosing = true;
      return done;
    },
  };
}

async function tellAll(parts: KnownRelationsParts, isOver: () => boolean): Promise<void> {
  // First of all, since it ends what is paid to them.
  const erased = await tell(parts, isOver, erasedIn(parts));
  const inviters = await tell(parts, isOver, invitersIn(parts));
  const documents = await tell(parts, isOver, documentsIn(parts));
  const refused = erased.refused + inviters.refused + documents.refused;
  const facts = { erased: erased.told, inviters: inviters.told, documents: documents.told, refused };
  if (Object.values(facts).some((count) => count > 0)) parts.log('relations told to the journal', facts);
}

/** Who was erased before the core was told of it. */
async function* erasedIn({ database: { sql }, state }: KnownRelationsParts): AsyncGenerator<Named[]> {
  const erasures = sql.selectFrom('erasures').select('userId').where('outcome', '=', 'erased');
  const rows = await erasures.orderBy('userId').execute();
  const { members } = state();
  yield rows.flatMap(({ userId: user }): Named[] => {
    return members.get(user)?.erased === false ? [{ type: 'EraseMember', user }] : [];
  });
}

async function* invitersIn({ database: { sql }, state }: KnownRelationsParts): AsyncGenerator<Named[]> {
  for (let after = 0; ;) {
    const users = sql.selectFrom('users').select(['id', 'invitedBy']);
    const rows = await users.where('id', '>', after).orderBy('id').limit(PAGE).execute();
    const { members } = state();
    yield rows.flatMap(({ id: user, invitedBy }): Named[] => {
      if (invitedBy === null || members.get(user)?.inviter !== null) return [];
      return [{ type: 'NameInviter', user, inviter: invitedBy }];
    });
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].id;
  }
}

/** A document is somebody's from the approval on; who is not verified in the end is passed over. */
async function* documentsIn({ database: { sql }, state }: KnownRelationsParts): AsyncGenerator<Named[]> {
  for (let after = ''; ;) {
    const documents = sql.selectFrom('verifiedDocuments').select(['documentMac', 'userId']);
    const rows = await documents.where('documentMac', '>', after).orderBy('documentMac').limit(PAGE).execute();
    const { members } = state();
    yield rows.flatMap(({ documentMac: document, userId: user }): Named[] => {
      const member = members.get(user);
      return member?.verified && member.document === null ? [{ type: 'NameDocument', user, document }] : [];
    });
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].documentMac;
  }
}

async function tell(
  { commands }: KnownRelationsParts,
  isOver: () => boolean,
  pages: AsyncGenerator<Named[]>,
): Promise<{ told: number; refused: number }> {
  let [told, refused] = [0, 0];
  for await (const page of pages) {
    for (let start = 0; start < page.length && !isOver(); start += AT_ONCE) {
      const some = page.slice(start, start + AT_ONCE);
      const outcomes = await Promise.all(some.map((command) => commands.submit({ actor: 'registrar', command })));
      const no = outcomes.filter((outcome) => 'rejected' in outcome).length;
      refused += no;
      told += some.length - no;
    }
    if (isOver()) break;
  }
  return { told, refused };
}
