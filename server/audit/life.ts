/** Everything that a journal says of one order, position, withdrawal and the like, and who caused it. */
import { isOfLife, type LifeOf } from '../../shared/proof/life';
import type { AuditedJournal, HearPosition } from './source';
import type { PlainBatch } from './sums';

export interface LifeEvent {
  /** Of the event, and of its batch. */
  eventPosition: number;
  position: number;
  at: number;
  /** Who caused it, by which command. */
  actor: string;
  command: string;
  event: Readonly<Record<string, unknown>>;
}

export async function* lifeOf(
  journal: Pick<AuditedJournal, 'readStored'>,
  of: LifeOf,
  id: number,
  hear: HearPosition = () => undefined,
): AsyncIterable<LifeEvent> {
  // Most batches are told apart without being parsed.
  const said = new RegExp(`:${id}[,}]`);
  for await (const { text, plain, first, position } of journal.readStored(0)) {
    hear(position);
    if (!said.test(text)) continue;
    const { at, actor, command, events } = (plain ?? JSON.parse(text)) as PlainBatch;
    for (const [place, event] of events.entries()) {
      const told = event as unknown as Readonly<Record<string, unknown>>;
      if (!isOfLife(of, id, told)) continue;
      yield { eventPosition: first + place, position, at, actor, command: command.type, event: told };
    }
  }
}
